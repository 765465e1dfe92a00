/** The plan's text, and beside each line what happened there: findings, calls, calls that were not reached. */
import { counted, moreText, shorten } from '../../base/index.js'
import type { Report, ReportedCall, UnreachedCall } from '../../dryrun/index.js'
import { safePlace } from '../place.js'
import { type Problem, problemsOf } from '../problems.js'
import { safeText } from '../safe-text.js'
import { splitLines } from '../source-excerpt.js'
import { callNote } from './call-note.js'
import { type Html, html } from './html.js'
import { type ProgramRow, programRows } from './program-rows.js'
import { foldedList, shownItems } from './shown-items.js'

interface Plan {
  readonly fileName: string
  /** Absent where the text is not known: then lines are named, not shown. */
  readonly source?: string
}

type Note =
  | { readonly kind: 'problem'; readonly line: number; readonly problem: Problem }
  | { readonly kind: 'call'; readonly line: number; readonly call: ReportedCall }
  | { readonly kind: 'unreached'; readonly line: number; readonly call: UnreachedCall }

export function programSection(report: Report, plan: Plan): Html {
  const lines = splitLines(plan.source?.trimEnd())
  const shown = shownCalls(report)
  const placeless = shown.filter(({ line }) => line === undefined)
  const left = report.calls.length - shown.length
  const rows = programRows(lines, notesOf(report, shown))
  return html`<section>
<h2>Program <span class="count">${counted(report.calls.length, 'call')}</span></h2>
${report.calls.length === 0 ? html`<p class="none">The plan calls no tool.</p>\n` : undefined}<div class="program">
${shownItems(
  rows.map((row) => rowHtml(row, report)),
  {
    first: 1000,
    last: 20,
    more: (count) => html`<p class="none">${moreText(count, 'places')}</p>\n`,
  },
)}</div>
${placeless.map((call) => callNote(call, report))}${left > 0 ? html`<p class="none">${moreText(left, 'calls')}</p>` : undefined}
</section>`
}

/** A page of a hundred thousand calls is read by nobody: what is not shown is counted. */
function shownCalls({ calls }: Report): readonly ReportedCall[] {
  return calls.length <= FIRST + LAST ? calls : [...calls.slice(0, FIRST), ...calls.slice(-LAST)]
}

const FIRST = 300
const LAST = 20

/** Of one line: what is wrong first, then the calls in their order. */
function notesOf(report: Report, calls: readonly ReportedCall[]): readonly Note[] {
  const problems = problemsOf(report).slice(0, 100)
  return [
    ...problems.flatMap((problem): Note[] =>
      problem.line === undefined ? [] : [{ kind: 'problem', line: problem.line, problem }],
    ),
    ...calls.flatMap((call): Note[] =>
      call.line === undefined ? [] : [{ kind: 'call', line: call.line, call }],
    ),
    ...report.unreached_calls
      .slice(0, 100)
      .map((call): Note => ({ kind: 'unreached', line: call.line, call })),
  ]
}

function rowHtml({ line, lines, notes }: ProgramRow<Note>, report: Report): Html {
  const text = html`<pre class="code">${codeLines(line, lines, notes)}</pre>`
  if (notes.length === 0) return html`<div class="row">${text}</div>\n`
  return html`<div class="row noted" id="L${line}">${text}
<div class="notes">${shownNotes(notes, report)}</div></div>
`
}

/** Of a loop's calls a few, the others folded. */
function shownNotes(notes: readonly Note[], report: Report): readonly Html[] {
  const all = notes.map((note) => noteHtml(note, report))
  const folded = all.slice(AT_ONE_LINE)
  if (folded.length <= 1) return all
  return [
    ...all.slice(0, AT_ONE_LINE),
    html`<details class="fold"><summary>${folded.length} more here</summary>\n${folded}</details>`,
  ]
}

const AT_ONE_LINE = 5

function noteHtml(note: Note, report: Report): Html {
  switch (note.kind) {
    case 'problem':
      return html`<p class="note">${tagOf(note.problem)} ${safeText(note.problem.message, 400)}</p>\n`
    case 'call':
      return html`${callNote(note.call, report)}\n`
    case 'unreached':
      return html`<p class="note none"><b class="tag">not reached</b> <code>${safeText(note.call.tool, 100)}</code> ${note.call.effect}</p>\n`
  }
}

/** Findings, the worst first; the program shows each at its line once more. Undefined when there is nothing to tell. */
export function findingSection(report: Report, fileName: string): Html | undefined {
  const problems = problemsOf(report)
  if (problems.length === 0) return undefined
  return html`<section>
<h2>Findings <span class="count">${problems.length}</span></h2>
<div class="findings">
${foldedList(
  problems.map((problem) => findingItem(problem, fileName)),
  'findings',
)}</div>
</section>`
}

function findingItem(problem: Problem, fileName: string): Html {
  const place = safePlace(fileName, problem)
  return html`<li>${tagOf(problem)}<div><p>${safeText(problem.message, 1000)}</p>
<p class="about"><code>${problem.code}</code> ${problem.line === undefined ? html`<span class="place">${place}</span>` : html`<a class="place" href="#L${problem.line}">${place}</a>`}</p></div></li>
`
}

/** How bad it is, in a word and a colour. */
function tagOf({ severity, certain }: Problem): Html {
  return TAGS[severity === 'error' && !certain ? 'maybe' : severity]
}

const TAGS = {
  error: html`<b class="tag bad">error</b>`,
  maybe: html`<b class="tag doubtful">maybe</b>`,
  warning: html`<b class="tag doubtful">warning</b>`,
  note: html`<b class="tag">note</b>`,
}

function codeLines(from: number, lines: readonly string[], notes: readonly Note[]): readonly Html[] {
  if (lines.length === 0) return [html`<span class="l"><span class="ln">${from}</span></span>`]
  // The worst comes first.
  const [worst = Number.POSITIVE_INFINITY] = notes.flatMap((note) =>
    note.kind === 'problem' ? (note.problem.column ?? []) : [],
  )
  return shownItems(
    lines.map((line, i) => codeLine(from + i, line, i === 0 ? worst : Number.POSITIVE_INFINITY)),
    { first: 300, last: 20, more: (left) => html`<span class="l none">${moreText(left, 'lines')}</span>` },
  )
}

/** The line with its number; what begins at the column is marked. */
function codeLine(number: number, text: string, column: number): Html {
  const line = shorten(text, 2000)
  const before = line.slice(0, column - 1)
  const [marked = ''] =
    /^(?:[\w$.]+|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|.)/u.exec(line.slice(column - 1)) ?? []
  const mark = marked === '' ? undefined : html`<mark>${marked}</mark>`
  return html`<span class="l"><span class="ln">${number}</span>${before}${mark}${line.slice(before.length + marked.length)}</span>`
}
