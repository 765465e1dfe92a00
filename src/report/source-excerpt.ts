/** The line of the user's file that a message is about, with a mark under the place. */
import { displayWidth } from './display-width.js'
import { safeText } from './safe-text.js'
import type { Style } from './style.js'

const WIDTH = 72

/** The lines of the plan, as programs count them; none when its text is not known. */
export function splitLines(source: string | undefined): readonly string[] {
  return source?.split(/\r\n|\r|\n|\u2028|\u2029/) ?? []
}

/** Two lines, or none when the place is not in the plan. `line` and `column` are one-based. */
export function sourceExcerpt(
  lines: readonly string[],
  line: number | undefined,
  column: number | undefined,
  style: Style,
): string[] {
  const text = line === undefined ? undefined : lines[line - 1]
  if (text === undefined || text.trim() === '') return []
  const { before, after } = excerptAround(text, column ?? 1)
  const number = String(line).padStart(6)
  // What is escaped in front of the mark moves it.
  const mark = displayWidth(safeText(before, Number.POSITIVE_INFINITY))
  return [
    `${style.faint(`${number} |`)} ${safeText(before + after, WIDTH + 2)}`,
    ...(column === undefined ? [] : [`${style.faint('       |')} ${' '.repeat(mark)}${style.bad('^')}`]),
  ]
}

/** A window of the line around the column, cut at it: what stands before it, and from it on. Tabs become spaces. */
function excerptAround(line: string, column: number): { before: string; after: string } {
  const text = line.replaceAll('\t', ' ')
  const at = Math.min(column - 1, text.length)
  const indent = text.length - text.trimStart().length
  const start = at - indent <= WIDTH - 8 ? Math.min(indent, at) : at - WIDTH / 2
  const lead = start > indent ? '…' : ''
  const tail = start + WIDTH < text.length ? '…' : ''
  return { before: lead + text.slice(start, at), after: text.slice(at, start + WIDTH) + tail }
}
