/** Columns that align. */
import { displayWidth } from './display-width.js'
import { safeText } from './safe-text.js'

export interface Cell {
  readonly text: string
  /** Applied after the text has been padded, so that colour does not count as width. */
  readonly style?: (text: string) => string
  readonly align?: 'left' | 'right'
}

/** Rows of cells as lines, two spaces between columns, nothing behind the last one. */
export function tableLines(rows: readonly (readonly Cell[])[]): string[] {
  const widths: number[] = []
  for (const row of rows)
    row.forEach(({ text }, i) => {
      widths[i] = Math.max(widths[i] ?? 0, displayWidth(text))
    })
  return rows.map((row) =>
    row
      .map(({ text, style = same, align = 'left' }, i) => {
        const width = i === row.length - 1 && align === 'left' ? 0 : (widths[i] ?? 0)
        const padding = ' '.repeat(Math.max(0, width - displayWidth(text)))
        return style(align === 'left' ? text + padding : padding + text)
      })
      .join('  ')
      .trimEnd(),
  )
}

function same(text: string): string {
  return text
}

/** A plain table for other lists: header and rows of foreign text, made safe and aligned. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return tableLines([header, ...rows].map((row) => row.map((text) => ({ text: safeText(text) }))))
}
