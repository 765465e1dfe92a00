/** The torture table for a person at a terminal: the total, then what is wrong and why, then every row. */
import { safeText } from './safe-text.js'
import { colourStyle, plainStyle, type Style } from './style.js'
import { tableLines } from './table.js'
import type { TortureReport, TortureReportRow } from './torture.js'
import { count, formatMs } from './units.js'
import { wrapText } from './wrap-text.js'

/** Text of at most 80 columns where the words in it allow that, ending in a line feed. */
export function renderTorture(report: TortureReport, options: { readonly colour?: boolean } = {}): string {
  const style = options.colour === true ? colourStyle : plainStyle
  const sections = [headline(report, style), wrongSection(report, style), table(report, style)]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** The rows alone, and what each wants of a client: an answer, an error, or either. */
export function renderTortureRows(rows: readonly Pick<TortureReportRow, 'id' | 'does' | 'right'>[]): string {
  const lines = rows.flatMap(({ id, does, right }) => [
    `${id}: ${right}`,
    ...indented(`the server ${does}`, 2),
  ])
  return `${[count(rows.length, 'row'), '', ...lines].join('\n')}\n`
}

function headline({ client, passed, counts, rows }: TortureReport, style: Style): string[] {
  const word = passed ? style.good('RIGHT') : style.bad('WRONG')
  const wrong = counts.wrong === 0 ? '' : `, ${counts.wrong} wrong`
  return [
    `${style.strong(word)}  ${style.strong(safeText(client.join(' ')))}`,
    `  ${count(rows.length, 'row')}: ${counts.right} right${wrong}.`,
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
    ...indented(`the server ${does}`, 4),
    ...indented(`wanted: ${WANTED[right]}`, 4),
    ...whys.flatMap((why) => indented(why, 4)),
    ...(last === undefined ? [] : [style.faint(`    it said last: ${safeText(last, 200)}`)]),
  ]
}

const WANTED: Readonly<Record<TortureReportRow['right'], string>> = {
  answer: 'the answer, and exit code 0',
  error: 'an error on standard error, and another exit code than 0',
  either: 'the answer or an error',
}

function indented(text: string, columns: number): string[] {
  return wrapText(text, 80 - columns).map((line) => ' '.repeat(columns) + line)
}

function table({ rows }: TortureReport, style: Style): string[] {
  const header = ['row', 'verdict', 'wanted', 'told', 'time'].map((text) => ({ text }))
  const lines = rows.map(({ id, passed, right, told, duration_ms }) => [
    { text: id },
    passed ? { text: 'right', style: style.good } : { text: 'wrong', style: style.bad },
    { text: right },
    { text: told },
    { text: formatMs(duration_ms), align: 'right' as const },
  ])
  return tableLines([header, ...lines])
}
