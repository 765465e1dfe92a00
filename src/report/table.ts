/** Columns that align. */
import { displayWidth } from './display-width.js'
import { safeText } from './safe-text.js'
import { wrapText } from './wrap-text.js'

export interface Cell {
  readonly text: string
  /** Applied after the text has been padded, so that colour does not count as width. */
  readonly style?: (text: string) => string
  readonly align?: 'left' | 'right'
}

/**
 * Rows of cells as lines, two spaces between columns, nothing behind the last one. Where they take more than `columns`, the widest
 * ones are made narrower, and what does not fit goes on below.
 */
export function tableLines(rows: readonly (readonly Cell[])[], columns = Number.POSITIVE_INFINITY): string[] {
  const widths = fittingWidths(rows, columns)
  return rows.flatMap((row) => {
    const cells = row.map(({ text }, i) => wrapText(text, widths[i] ?? 0))
    const height = Math.max(0, ...cells.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) =>
      row
        .map(({ style = same, align = 'left' }, i) => {
          const text = cells[i]?.[line] ?? ''
          const width = i === row.length - 1 && align === 'left' ? 0 : (widths[i] ?? 0)
          const padding = ' '.repeat(Math.max(0, width - displayWidth(text)))
          return style(align === 'left' ? text + padding : padding + text)
        })
        .join('  ')
        .trimEnd(),
    )
  })
}

function fittingWidths(rows: readonly (readonly Cell[])[], columns: number): number[] {
  const widths: number[] = []
  for (const row of rows)
    row.forEach(({ text }, i) => {
      widths[i] = Math.max(widths[i] ?? 0, displayWidth(text))
    })
  const most = columns - 2 * (widths.length - 1)
  while (sum(widths) > most && Math.max(...widths) > LEAST) {
    const widest = widths.indexOf(Math.max(...widths))
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

/** No column is made narrower than that. */
const LEAST = 8

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function same(text: string): string {
  return text
}

/** A plain table for other lists: header and rows of foreign text, made safe and aligned. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns?: number,
): string[] {
  return tableLines(
    [header, ...rows].map((row) => row.map((text) => ({ text: safeText(text) }))),
    columns,
  )
}
