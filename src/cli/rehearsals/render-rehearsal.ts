/** A rehearsal as text, on one page: what was tried, what it would change, and what can be done about it. */
import { counted, inOneLine, printable } from '../../base/index.js'
import type { RehearsalReport } from '../../gateway/index.js'
import type { RunSummary } from '../../journal/index.js'
import { renderSessionHtml, type SessionPage } from '../../report/render-session-html.js'
import { renderChanges } from '../render-changes.js'

/** `journal`: where they were looked for. */
export function renderRehearsals(runs: readonly RunSummary[], journal: string): string {
  if (runs.length === 0)
    return `No rehearsal is kept in ${printable(journal)}: understudy gateway --mode dry keeps those of its clients. ${ELSEWHERE}\n`
  return runs
    .map(
      ({ id, state, createdAt, principal, title }) =>
        `${id}  ${WORDS[state].padEnd(14)}  ${createdAt}  ${shown(principal, 20)}  ${shown(title, 60)}\n`,
    )
    .join('')
}

/** The gateway of a client is started by that client, wherever it is. */
export const ELSEWHERE =
  'One that is started in another folder keeps them beside its config, or where its --journal says: name that with --journal'

const WORDS: Readonly<Record<RunSummary['state'], string>> = {
  running: 'open',
  waiting: 'can be applied',
  doubt: 'in doubt',
  done: 'applied',
  failed: 'begun',
  stopped: 'not appliable',
  abandoned: 'discarded',
}

export function renderRehearsal(report: RehearsalReport): string {
  const { id, client, created_at, calls, refused, files, reasons } = report
  return [
    `${headline(report)}  ${id}, ${shown(client, 60)}, since ${created_at}`,
    '',
    `It made ${counted(calls.length, 'call')}${refused === 0 ? '' : `, and ${counted(refused, 'other', 'others')} that the rules refused`}:`,
    ...calls.map(callLine),
    '',
    renderChanges(files).trimEnd(),
    ...wayBackNotes(report).flatMap((note) => ['', note]),
    ...(reasons.length === 0
      ? []
      : ['', 'It cannot be applied:', ...reasons.map(({ why }) => `  ${shown(why, 400)}`)]),
    '',
    adviceFor(report),
    UNSEEN,
    '',
  ].join('\n')
}

const UNSEEN =
  'Shown is what its tools did. What the client did by means of its own, such as an editor or a shell, was real and is not in here.'

/** The same as a page that can be handed on. */
export function rehearsalPage(report: RehearsalReport): string {
  const { id, client, created_at, calls, refused, files, reasons } = report
  return renderSessionHtml({
    ...{ id, client, files, createdAt: created_at },
    verdict: { is: VERDICTS[report.state], text: headline(report) },
    advice: [adviceFor(report), UNSEEN],
    reasons: reasons.map(({ why }) => why),
    calls: calls.map((call) => ({
      ...{ n: call.call, tool: call.tool, arguments: call.arguments, value: call.value },
      marks: marksOf(call),
    })),
    notes: [
      ...wayBackNotes(report),
      ...(refused === 0 ? [] : [`The rules refused ${counted(refused, 'other call')}, no part of it.`]),
    ],
  })
}

const VERDICTS: Readonly<Record<RehearsalReport['state'], SessionPage['verdict']['is']>> = {
  waiting: 'good',
  applied: 'good',
  begun: 'doubtful',
  open: 'doubtful',
  not_appliable: 'bad',
}

function wayBackNotes({ no_way_back }: RehearsalReport): readonly string[] {
  if (no_way_back.length === 0) return []
  return [
    `${counted(no_way_back.length, 'call')} moved no file and may have changed something, which has no way back by files: ${no_way_back.join(', ')}`,
  ]
}

function headline({ state }: RehearsalReport): string {
  switch (state) {
    case 'waiting':
      return 'CAN BE APPLIED'
    case 'not_appliable':
      return 'NOT APPLIABLE'
    case 'begun':
      return 'BEGUN'
    case 'applied':
      return 'APPLIED'
    case 'open':
      return 'OPEN'
  }
}

type Call = RehearsalReport['calls'][number]

function callLine(call: Call): string {
  const marks = marksOf(call)
  const told = marks.length === 0 ? '' : `  [${marks.join(', ')}]`
  const args = JSON.stringify(call.arguments)
  // Who says yes has seen all that would be done (OWASP AISVS 9.2.2).
  const given = call.read === true ? shown(args, 160) : printable(args, { oneLine: true })
  return `  ${String(call.call).padStart(3)}  ${shown(call.tool, 60)} ${given}${told}`
}

function marksOf({ read, outcome, source, together }: Call): readonly string[] {
  return [
    ...(read ? ['reads'] : []),
    ...(outcome === 'result' ? [] : ['failed']),
    ...(source === 'copy' ? [] : [`by ${source}`]),
    ...(together === undefined ? [] : [`at once with others (${together})`]),
  ]
}

function adviceFor({ id, state }: RehearsalReport): string {
  switch (state) {
    case 'waiting':
      return `Nothing of it lasts so far. Yes: understudy rehearsals apply ${id}. No: understudy rehearsals discard ${id}`
    case 'not_appliable':
      return `Nothing of it lasts. understudy rehearsals discard ${id} forgets it`
    case 'begun':
      return 'It was begun for real, and has not come to its end: understudy runs list tells the run.'
    case 'applied':
      return 'It was done for real.'
    case 'open':
      return 'It goes on: its client has not finished.'
  }
}

function shown(text: string, most: number): string {
  return inOneLine(text, most)
}
