/** How a text for a person is laid out: how wide it may be, and colour, for meaning only. */

export interface Style {
  /** How many cells a line may take. */
  readonly columns: number
  good(text: string): string
  bad(text: string): string
  doubtful(text: string): string
  strong(text: string): string
  faint(text: string): string
}

export interface LayoutOptions {
  /** Default false. */
  readonly colour?: boolean
  /** How wide the text may be, in cells of a terminal; what is narrower than 40 or wider than 200 is taken for that. Default 80. */
  readonly columns?: number
}

export function styleFor({ colour = false, columns = 80 }: LayoutOptions): Style {
  return { ...(colour ? COLOURS : NO_COLOURS), columns: Math.min(200, Math.max(40, columns)) }
}

type Colours = Omit<Style, 'columns'>

const NO_COLOURS: Colours = { good: same, bad: same, doubtful: same, strong: same, faint: same }

/** ANSI colours of the terminal's own palette. */
const COLOURS: Colours = {
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
