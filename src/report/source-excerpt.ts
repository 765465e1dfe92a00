/** The line of the user's file that a message is about, with a mark under the place and a line of context on either side. */
import { scriptLines } from '../base/index.js'
import { displayWidth, fittingLength } from './display-width.js'
import { safeText } from './safe-text.js'
import type { Style } from './style.js'

/** The lines of the plan, as programs count them; none when its text is not known. */
export function splitLines(source: string | undefined): readonly string[] {
  return source === undefined ? [] : scriptLines(source)
}

/** Up to four lines, or none when the place is not in the plan. `line` and `column` are one-based. */
export function sourceExcerpt(
  lines: readonly string[],
  line: number | undefined,
  column: number | undefined,
  style: Style,
): string[] {
  const text = line === undefined ? undefined : lines[line - 1]
  if (line === undefined || text === undefined || text.trim() === '') return []
  // Beside the gutter there may be an ellipsis at either end.
  const width = style.columns - 11
  const around = [lines[line - 2], text, lines[line]].filter((each) => each !== undefined)
  const { before, after, start } = excerptAround(text, column ?? 1, { width, indent: commonIndent(around) })
  // What is escaped in front of the mark moves it.
  const mark = displayWidth(safeText(before, Number.POSITIVE_INFINITY))
  const context = (number: number): string[] => {
    const beside = (lines[number - 1] ?? '').replaceAll('\t', ' ')
    const shown = beside.slice(start, start + width) + (start + width < beside.length ? '…' : '')
    return shown.trim() === '' ? [] : [style.faint(`${gutter(number)} ${cut(shown, width)}`.trimEnd())]
  }
  return [
    ...context(line - 1),
    `${style.faint(gutter(line))} ${cut(before + after, width)}`,
    ...(column === undefined || mark > width
      ? []
      : [`${style.faint(gutter())} ${' '.repeat(mark)}${style.bad('^')}`]),
    ...context(line + 1),
  ]
}

function gutter(line?: number): string {
  return `${String(line ?? '').padStart(6)} |`
}

/** Made safe, it may be longer than it was. */
function cut(text: string, width: number): string {
  const safe = safeText(text, Number.POSITIVE_INFINITY)
  // One cell more than it was cut to is the ellipsis of that.
  return displayWidth(safe) <= width + 2 ? safe : `${safe.slice(0, fittingLength(safe, width))}…`
}

/** By how many spaces all of them begin, blank ones left out. */
function commonIndent(lines: readonly string[]): number {
  return Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  )
}

interface Excerpt {
  readonly before: string
  readonly after: string
  /** Where in the line it begins. */
  readonly start: number
}

/** A window of the line around the column, cut at it: what stands before it, and from it on. Tabs become spaces. */
function excerptAround(
  line: string,
  column: number,
  { width, indent }: { readonly width: number; readonly indent: number },
): Excerpt {
  const text = line.replaceAll('\t', ' ')
  const at = Math.min(column - 1, text.length)
  const start = at - indent <= width - 8 ? Math.min(indent, at) : at - Math.floor(width / 2)
  const lead = start > indent ? '…' : ''
  const tail = start + width < text.length ? '…' : ''
  return { before: lead + text.slice(start, at), after: text.slice(at, start + width) + tail, start }
}
