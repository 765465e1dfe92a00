/** The verdict in a few sentences. */
import { counted, durationText } from '../base/index.js'
import type { Report, ReportedCall } from '../dryrun/index.js'
import { contactSentence } from './contacts.js'
import { isOnCopy } from './copies.js'
import type { FailOn } from './fail-on.js'
import { refusedAttempts, refusedEffects } from './fail-on.js'
import { assumedBy, assumedText, guessLines } from './guesses.js'
import { problemsOf } from './problems.js'

/** One to six lines, each a few sentences: what is known, what was touched, how long the real run takes, what hangs on the seed. */
export function summaryLines(report: Report): string[] {
  return [...verdictLines(report), ...guessLines(report), ...seedLine(report)]
}

function verdictLines(report: Report): string[] {
  const wrong = problemsOf(report).filter(({ severity, certain }) => severity === 'error' && certain).length
  const ended = report.ended === 'completed' ? '' : ` It ended early: ${report.ended.replaceAll('_', ' ')}.`
  const time =
    report.estimate === null || report.ended !== 'completed'
      ? []
      : [
          `The real run takes about ${durationText(report.estimate.p50)} (9 in 10: ${durationText(report.estimate.p90)})${unmeasured(report)}.`,
        ]
  const asked = contactSentence(report)
  const [sameLine, ownLines] = isOnCopy(report)
    ? [asked === undefined ? '' : ` ${asked}`, onCopy(report)]
    : [` ${asked ?? 'Nothing was touched.'}`, []]
  switch (report.verdict) {
    case 'fail':
      return [`${counted(wrong, 'thing')} provably wrong.${ended}${sameLine}`, ...ownLines, ...time]
    case 'pass':
      return [`Nothing is wrong, ${guessed(report)}.${sameLine}`, ...ownLines, ...time]
    case 'uncertain':
      return [
        `Nothing is provably wrong, but ${doubt(report)}.${ended}${asked === undefined ? '' : sameLine}`,
        ...(asked === undefined && !isOnCopy(report) ? ['Nothing was touched.'] : ownLines),
        ...time,
      ]
  }
}

/** Who is asked for its tools outside is started there, and does what it does when it starts. */
function onCopy({ contacted }: Report): string[] {
  const asked = contacted.filter((each) => each.in === undefined && each.for === 'tools/list').length
  const isCalled = contacted.some((each) => each.for !== 'tools/list')
  const outside =
    asked === 0
      ? 'nothing was changed'
      : `no ${isCalled ? 'other ' : ''}tool was called, and ${counted(asked, 'server')} ${asked === 1 ? 'was' : 'were'} asked for tools`
  return [
    `On a copy of this machine; outside it ${outside}.`,
    'Not checked: network, state in memory, locks.',
  ]
}

function guessed(report: Report): string {
  const assumed = assumedBy(report)
  if (assumed > 0) return `assuming that ${assumedText(report)}`
  return report.calls.some(({ invented }) => invented)
    ? 'and no guess was seen to matter'
    : 'and nothing was guessed'
}

function seedLine({ runs }: Report): string[] {
  if (runs === undefined) return []
  const {
    seeds,
    stable_calls: stable,
    branch_dependent_calls: dependent,
    undetermined_calls: open = [],
  } = runs
  const told = dependent.length === 0 ? '' : `, ${dependent.length} hung on the seed`
  const untold =
    open.length === 0 ? '' : `, ${open.length} came after ${ofAnswers(open.length)} not tried out`
  const same = `${counted(stable.length, 'call')} ${stable.length === 1 ? 'was' : 'were'} the same each time`
  return [`Rehearsed with ${seeds} seeds: ${same}${told}${untold}.`]
}

function ofAnswers(calls: number): string {
  return calls === 1 ? 'an answer that was' : 'answers that were'
}

/** The verdict in one line; where what `--fail-on` refuses is the failure alone, that it is. */
export function verdictLine(report: Report, failOn: FailOn): string {
  const [first = ''] = summaryLines(report)
  const refused = [
    counted(refusedEffects(report, failOn).length, 'side effect'),
    counted(refusedAttempts(report, failOn).length, 'access to the machine', 'accesses to the machine'),
  ].find((each) => !each.startsWith('0 '))
  if (failOn === 'assumed' && assumedBy(report) > 0) return `${first} --fail-on assumed refuses that.`
  return refused === undefined || report.verdict === 'fail'
    ? first
    : `${first} It has ${refused} that --fail-on ${failOn} refuses.`
}

/** Whether what is done can be undone, as the end of a heading; empty when nobody knows or there is nothing. */
export function undoable({ reversible, side_effects, undo }: Report): string {
  if (undo !== undefined && undo.effects > 0) {
    const { effects, without } = undo
    return without.length === 0
      ? ', each has a way back'
      : `, ${without.length} of ${counted(effects, 'effect')} ${without.length === 1 ? 'has' : 'have'} no way back`
  }
  if (side_effects.length === 0 || reversible === null) return ''
  if (reversible) return ', all can be undone'
  // A claim of a server that its tool destroys is that it may.
  const isKnown = side_effects.some(
    ({ reversible, evidence }) => reversible === 'no' && (evidence === 'policy' || evidence === 'observed'),
  )
  return isKnown ? ', not all can be undone' : ', maybe not all can be undone'
}

/** Why what a call does cannot be taken back: the end of what is told of it; empty where it can, or nobody asked. */
export function withoutWayBack({ undo }: Report, call: number): string {
  const why = undo?.without.find((each) => each.call === call)?.why
  return why === undefined ? '' : `; no way back: ${why}`
}

/** Why it is not known to be right. */
function doubt({ calls, validation, sandbox }: Report): string {
  const invented = calls.filter((call) => call.invented).length
  const doubtful = (from: ReportedCall['source']): number =>
    calls.filter(({ source, doubt }) => source === from && doubt !== undefined).length
  const [recorded, copied] = [doubtful('recording'), doubtful('copy')]
  const real = doubtful('live') + doubtful('stand-in')
  const refused = doubtful('preview')
  const refusable = validation.type_errors.length
  const told = [
    ...(invented === 0
      ? []
      : [`${invented} of ${counted(calls.length, 'answer')} ${invented === 1 ? 'was' : 'were'} invented`]),
    ...(recorded === 0 ? [] : [`${counted(recorded, 'recorded answer')} may be untrue by then`]),
    ...(copied === 0 ? [] : [`${counted(copied, 'answer')} of a copy may lack what was not done there`]),
    ...(real === 0 ? [] : [`${counted(real, 'answer')} that a server gave may be another one by then`]),
    ...(refused === 0 ? [] : [`${counted(refused, 'call')} may be refused, as a dry run of its own was`]),
    ...(refusable === 0 ? [] : [`${counted(refusable, 'argument')} may be refused`]),
    ...((sandbox?.capability_attempts.length ?? 0) === 0
      ? []
      : ['it reached for the machine, and was denied']),
  ]
  return told.length === 0 ? 'not everything could be checked' : told.join(', and ')
}

function unmeasured({ estimate }: Report): string {
  return estimate === null || estimate.unknown_calls === 0
    ? ''
    : `, plus ${counted(estimate.unknown_calls, 'call')} never measured`
}
