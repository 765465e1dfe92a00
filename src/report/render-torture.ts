/** The torture table for a person at a terminal: the total, then what is wrong and why, then every row. */
import { counted, durationText } from '../base/index.js'
import { headLines } from './head-line.js'
import { safeText } from './safe-text.js'
import { type LayoutOptions, type Style, styleFor } from './style.js'
import { tableLines } from './table.js'
import type { TortureReport, TortureReportRow } from './torture.js'
import { indentText } from './wrap-text.js'

/** Text of at most as many columns as there are, ending in a line feed. */
export function renderTorture(report: TortureReport, options: LayoutOptions = {}): string {
  const style = styleFor(options)
  const sections = [headline(report, style), wrongSection(report, style), table(report, style)]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** The rows alone, and what each wants of a client: an answer, an error, or either. */
export function renderTortureRows(
  rows: readonly Pick<TortureReportRow, 'id' | 'does' | 'right'>[],
  options: LayoutOptions = {},
): string {
  const { columns } = styleFor(options)
  const lines = rows.flatMap(({ id, does, right }) => [
    `${id}: ${right}`,
    ...indentText(`the server ${does}`, columns, 2),
  ])
  return `${[counted(rows.length, 'row'), '', ...lines].join('\n')}\n`
}

function headline({ client, passed, counts, rows }: TortureReport, style: Style): string[] {
  const wrong = counts.wrong === 0 ? '' : `, ${counts.wrong} wrong`
  return [
    ...headLines(
      passed ? 'RIGHT' : 'WRONG',
      safeText(client.join(' ')),
      style,
      passed ? style.good : style.bad,
    ),
    `  ${counted(rows.length, 'row')}: ${counts.right} right${wrong}.`,
  ]
}

function wrongSection({ rows }: TortureReport, style: Style): string[] {
  const wrong = rows.filter(({ passed }) => !passed)
  if (wrong.length === 0) return []
  return [
    style.strong(style.bad(`Wrong (${wrong.length})`)),
    ...wrong.flatMap((row) => wrongLines(row, style)),
  ]
}

function wrongLines({ id, does, right, whys, stderr }: TortureReportRow, style: Style): string[] {
  const last = stderr.at(-1)
  return [
    `  ${style.strong(id)}`,
    ...indentText(`the server ${does}`, style.columns, 4),
    ...indentText(`wanted: ${WANTED[right]}`, style.columns, 4),
    ...whys.flatMap((why) => indentText(why, style.columns, 4)),
    ...(last === undefined
      ? []
      : indentText(`it said last: ${safeText(last, 200)}`, style.columns, 4).map(style.faint)),
  ]
}

const WANTED: Readonly<Record<TortureReportRow['right'], string>> = {
  answer: 'the answer, and exit code 0',
  error: 'an error on standard error, and another exit code than 0',
  either: 'the answer or an error',
}

function table({ rows }: TortureReport, style: Style): string[] {
  const header = ['row', 'verdict', 'wanted', 'told', 'time'].map((text) => ({ text }))
  const lines = rows.map(({ id, passed, right, told, duration_ms }) => [
    { text: id },
    passed ? { text: 'right', style: style.good } : { text: 'wrong', style: style.bad },
    { text: right },
    { text: told },
    { text: durationText(duration_ms), align: 'right' as const },
  ])
  return tableLines([header, ...lines], style.columns)
}
