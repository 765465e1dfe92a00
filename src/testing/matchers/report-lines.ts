/** Lines of a message that is about a report. */
import { moreText } from '../../base/index.js'
import { shownLine } from './shown-text.js'

export interface PlacedText {
  readonly text: string
  /** One-based position in the plan. */
  readonly line?: number
  readonly column?: number
}

/** Each indented, with its place in the plan, in lines of at most 80 columns; beyond the first dozen their number alone. */
export function placedLines(all: readonly PlacedText[]): string[] {
  const shown = all.slice(0, MAX_TEXTS)
  const lines = shown.flatMap((each) => wrapped(`${linePrefix(each)}${each.text}`))
  return all.length > shown.length ? [...lines, `  ${moreText(all.length - shown.length)}`] : lines
}

/** Lines broken between words where there are any; the last one ends in "…" where there is more. */
function wrapped(text: string): string[] {
  const lines = [...shownLine(text, MAX_LENGTH).matchAll(LINE)].map(([line]) => line)
  return lines.map((line, at) => `${at === 0 ? '  ' : '    '}${line}`)
}

const MAX_TEXTS = 12
const MAX_LENGTH = 4 * 72
/** Up to a space, or where a word is longer than a line. */
const LINE = /(?! ).{1,76}(?= |$)|.{76}/gu

function linePrefix({ line, column }: PlacedText): string {
  if (line === undefined) return ''
  return column === undefined ? `line ${line}: ` : `${line}:${column} `
}
