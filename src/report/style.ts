/** Colour, for meaning only. */

export interface Style {
  good(text: string): string
  bad(text: string): string
  doubtful(text: string): string
  strong(text: string): string
  faint(text: string): string
}

export const plainStyle: Style = { good: same, bad: same, doubtful: same, strong: same, faint: same }

/** ANSI colours of the terminal's own palette. */
export const colourStyle: Style = {
  good: (text) => wrap('32', text),
  bad: (text) => wrap('31', text),
  doubtful: (text) => wrap('33', text),
  strong: (text) => wrap('1', text),
  faint: (text) => wrap('2', text),
}

function wrap(code: string, text: string): string {
  return `\u001b[${code}m${text}\u001b[0m`
}

function same(text: string): string {
  return text
}
