/** An old and a new text for a person: the lines that differ, wrapped, with what nobody sees made visible. */
import { createRequire } from 'node:module'
import { safeText } from './safe-text.js'
import type { Style } from './style.js'
import { wrapText } from './wrap-text.js'

/** Old lines begin with `-`, new ones with `+`; all of them are there, however long the texts are. */
export function textDiff(
  { was, now }: { readonly was: string | null; readonly now: string | null },
  style: Style,
): string[] {
  const parts = diffLines()(was ?? '', now ?? '')
  return parts.flatMap(({ value, added, removed }) => {
    const lines = value.replace(/\n$/, '').split('\n')
    if (added) return lines.flatMap((line) => marked('+', line, style, style.good))
    if (removed) return lines.flatMap((line) => marked('-', line, style, style.bad))
    // What stayed is known.
    return lines.length > 2
      ? [style.faint(`  (${lines.length} lines as before)`)]
      : lines.flatMap((line) => marked(' ', line, style, style.faint))
  })
}

function marked(mark: string, line: string, style: Style, colour: Colour): string[] {
  return wrapText(safeText(line, MOST), style.columns - 12).map((part, i) =>
    colour(`${i === 0 ? mark : ' '} ${part}`),
  )
}

type Colour = (text: string) => string

/** A line of which more is hidden is no line that anybody reads. */
const MOST = 20_000
const require = createRequire(import.meta.url)

/** Loaded only where a text changed. */
function diffLines(): typeof import('diff').diffLines {
  return require('diff').diffLines
}
