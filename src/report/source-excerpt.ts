/** The line of the user's file that a message is about, with a mark under the place. */
import { displayWidth } from './display-width.js'
import { safeText } from './safe-text.js'
import type { Style } from './style.js'

const WIDTH = 72

/** Two lines, or none when the place is not in the source. `line` and `column` are one-based. */
export function sourceExcerpt(
  source: string,
  line: number | undefined,
  column: number | undefined,
  style: Style,
): string[] {
  const text = line === undefined ? undefined : source.split(/\r\n|\r|\n|\u2028|\u2029/)[line - 1]
  if (text === undefined || text.trim() === '') return []
  const { shown, mark } = excerptAround(text.replaceAll('\t', ' '), Math.min((column ?? 1) - 1, text.length))
  const number = String(line).padStart(6)
  return [
    `${style.faint(`${number} |`)} ${safeText(shown, WIDTH + 2)}`,
    ...(column === undefined ? [] : [`${style.faint('       |')} ${' '.repeat(mark)}${style.bad('^')}`]),
  ]
}

/** A window of the line around the place; what is escaped in front of the mark moves it. */
function excerptAround(text: string, at: number): { shown: string; mark: number } {
  const indent = text.length - text.trimStart().length
  const start = at - indent <= WIDTH - 8 ? Math.min(indent, at) : at - WIDTH / 2
  const lead = start > indent ? '…' : ''
  const shown = text.slice(start, start + WIDTH)
  const tail = start + WIDTH < text.length ? '…' : ''
  const before = lead + text.slice(start, Math.max(start, at))
  return { shown: lead + shown + tail, mark: displayWidth(safeText(before, Number.POSITIVE_INFINITY)) }
}
