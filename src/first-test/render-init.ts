/** What `understudy init` tells: for a person, and as JSON. */
import { counted, type JsonObject, moreText, printable } from '../base/index.js'
import type { Permission } from './choose-tools.js'
import { type CoverageRow, coverageLines } from './coverage.js'

/** `understudy init --format json`. */
export interface InitReport {
  readonly format: 'understudy.init/1'
  readonly server: string
  /** The file that stood in for the server, and does in the tests. */
  readonly recording?: string
  readonly eras: readonly { readonly era: string; readonly revision: string }[]
  readonly wrote: { readonly test: string; readonly lock: string; readonly table: string }
  /** How many tests the file has for each era. */
  readonly tests: number
  /** Every call that was made, in order; each was made once more where it was answered. */
  readonly called: readonly { readonly tool: string; readonly arguments: JsonObject }[]
  readonly called_tools: readonly { readonly tool: string; readonly because: Permission }[]
  readonly not_called: readonly string[]
  readonly table: readonly CoverageRow[]
  readonly notes: readonly string[]
  /** Variables of the environment that the tests need. */
  readonly variables: readonly string[]
  readonly missing_packages: readonly string[]
  /** Commands, in order. */
  readonly next: readonly string[]
}

export function renderInit(report: InitReport): string {
  const { server, eras, tests, wrote, called, called_tools: tools, not_called: notCalled } = report
  const spoken = eras.map(({ era, revision }) => `${era} (${revision})`).join(' and ')
  const calledFor = (permission: Permission): string[] => {
    const names = tools.flatMap(({ tool, because }) => (because === permission ? [tool] : []))
    return names.length === 0 ? [] : wrapped(`${REASONS[permission]}: ${names.join(', ')}`, '  ')
  }
  const headline =
    tools.length === 0
      ? 'No tool was called.'
      : `Called ${counted(called.length, 'time')}, then once more to compare`
  return [
    ...wrapped(`Wrote ${counted(tests, 'test')} of ${server}, which speaks ${spoken}.`),
    '',
    ...coverageLines(report.table),
    '',
    headline,
    ...calledFor('named'),
    ...calledFor('policy'),
    ...calledFor('annotation'),
    ...calledFor('copy'),
    ...calledFor('recorded'),
    ...section(
      report.recording === undefined
        ? 'Never called; --tool NAME includes one'
        : 'Never called: no call of these was recorded',
      notCalled.length === 0 ? [] : [notCalled.join(', ')],
    ),
    ...section('Seen, and not tested', fewOf(report.notes)),
    ...section('Written', [wrote.test, wrote.lock, wrote.table]),
    ...section('Variables that the tests need', report.variables),
    ...section('Next', report.next),
    '',
  ].join('\n')
}

const REASONS: Readonly<Record<Permission, string>> = {
  named: 'named by --tool',
  policy: 'the policy says that they only read',
  annotation: 'the server says that they only read (readOnlyHint)',
  copy: 'in a copy nothing lasts',
  recorded: 'calls of these were recorded',
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.flatMap((line) => wrapped(line, '  '))]
}

/** JSON has them all. */
function fewOf(notes: readonly string[]): readonly string[] {
  if (notes.length <= MAX_NOTES) return notes
  return [...notes.slice(0, MAX_NOTES), `${moreText(notes.length - MAX_NOTES)}, with --format json`]
}

const MAX_NOTES = 20

/** Lines of at most 80 columns, as far as words allow it. */
function wrapped(text: string, indent = ''): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of printable(text, { oneLine: true }).split(' ')) {
    const isFull = line.trim() !== '' && line.length + word.length > WIDTH
    if (isFull) lines.push(line.trimEnd())
    line = `${isFull ? indent : line}${word} `
  }
  return [...lines, line.trimEnd()]
}

const WIDTH = 80
