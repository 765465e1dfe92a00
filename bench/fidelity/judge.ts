/** What a rehearsal of one program is worth, held against its real run. Pure: the suite plants wrong verdicts and sees what counts. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '../../dist/base/index.js'
import type { Report } from '../../dist/dryrun/index.js'
import type { RunReport } from '../../dist/gateway/index.js'
import { type Agreement, agreementOf } from './agreement.js'
import type { Role } from './fidelity-case.js'

/** A real run, and what it left behind. */
export interface RealRun {
  readonly ended: RunReport['ended']
  /** Why it did not complete, in a few words. */
  readonly because: string
  readonly result: JsonValue
  readonly calls: RunReport['calls']
  /** Texts by path. */
  readonly world: Readonly<Record<string, string>>
}

/** What of a rehearsal's report is looked at. */
export type Rehearsed = Pick<
  Report,
  'verdict' | 'assumptions' | 'calls' | 'unreached_calls' | 'exploration'
> & {
  readonly validation: Pick<Report['validation'], 'findings' | 'type_errors' | 'missing_tools'>
}

export type Judged = JudgedSound | JudgedFaulty

export interface JudgedSound {
  readonly role: 'sound'
  readonly as: 'pass' | 'assumed' | 'uncertain' | 'wrong fail'
  readonly agreement: Agreement
  /** Why it is uncertain, the report's own words for it; empty when it is not. */
  readonly reasons: readonly string[]
}

export interface JudgedFaulty {
  readonly role: 'faulty'
  /**
   * `caught`: *fail*, or no *pass* and a finding that tells a mistake and that its sound twin has not. `named`: the very call that fails for
   * real is among three assumptions or fewer; `named among many`: among more. `trusted`: a stub's word was untrue.
   */
  readonly as: 'caught' | 'named' | 'named among many' | 'trusted' | 'uncertain' | 'wrong pass'
  /** It completes for real, and does something else than its sound twin. */
  readonly isSilent: boolean
}

/** Findings that say what is not known, or how a run ended that proves nothing, rather than what is wrong. */
const DOUBTS: ReadonlySet<string> = new Set([
  'GUESS_DECIDES',
  'CONDITION_OPEN',
  'TIME_OR_CHANCE_DECIDES',
  'RECORDING_STALE',
  'RECORDING_DOUBTFUL',
  'COPY_NOT_EVIDENCE',
  'COPY_CLOCK',
  'ARGUMENTS_UNCHECKED',
  'CALL_UNANSWERED',
  'STUB_UNUSED',
  'SERVER_UNAVAILABLE',
  'PROGRAM_THREW',
  'RUN_STOPPED',
  'TASK_FAILED',
  'SEED_MATTERS',
  'READ_CHANGED_FILES',
])
/** What a person can keep in mind, and look at. */
const FEW_ASSUMPTIONS = 3

export function judgeSound(rehearsed: Rehearsed, real: RealRun, writes: ReadonlySet<string>): JudgedSound {
  const { verdict, assumptions = [] } = rehearsed
  const agreement = agreementOf(rehearsed.calls, real.calls, writes)
  if (verdict === 'fail') return { role: 'sound', as: 'wrong fail', agreement, reasons: [] }
  if (verdict === 'uncertain')
    return { role: 'sound', as: 'uncertain', agreement, reasons: reasonsOf(rehearsed) }
  return { role: 'sound', as: assumptions.length > 0 ? 'assumed' : 'pass', agreement, reasons: [] }
}

/** @param stubbed tools whose answer was the user's word */
export function judgeFaulty(
  rehearsed: Rehearsed,
  real: RealRun,
  twin: Rehearsed,
  stubbed: ReadonlySet<string>,
): JudgedFaulty {
  const isSilent = real.ended === 'completed'
  const { verdict, assumptions = [] } = rehearsed
  const failing = real.calls.filter(({ outcome }) => outcome !== 'result').at(-1)
  const isNamed = assumptions.some(({ tool, line }) => tool === failing?.tool && line === failing.line)
  const judged = (as: JudgedFaulty['as']): JudgedFaulty => ({ role: 'faulty', as, isSilent })
  if (verdict === 'fail') return judged('caught')
  if (verdict !== 'pass' && mistakesOf(rehearsed, twin).length > 0) return judged('caught')
  if (!isSilent && isNamed)
    return judged(assumptions.length <= FEW_ASSUMPTIONS ? 'named' : 'named among many')
  if (!isSilent && failing !== undefined && stubbed.has(failing.tool)) return judged('trusted')
  if (!isSilent && verdict === 'pass' && isUntrue(rehearsed, real, stubbed)) return judged('trusted')
  return judged(verdict === 'pass' ? 'wrong pass' : 'uncertain')
}

/** Whether a stub said that all is well where the server says in a result that it is not. */
function isUntrue({ calls }: Rehearsed, real: RealRun, stubbed: ReadonlySet<string>): boolean {
  return real.calls.some(
    ({ n, tool, value }) =>
      stubbed.has(tool) &&
      calls.some((each) => each.n === n && each.tool === tool && !isDeepStrictEqual(each.value, value)),
  )
}

/** Codes of findings that tell a mistake, and that the twin has not. */
function mistakesOf(rehearsed: Rehearsed, twin: Rehearsed): readonly string[] {
  const ofTwin = new Set(twin.validation.findings.map(({ code }) => code))
  const codes = rehearsed.validation.findings.map(({ code }) => code)
  return codes.filter((code) => !DOUBTS.has(code) && !ofTwin.has(code))
}

/** Each reason once. That it threw is one only where nothing says what was not known when it did. */
function reasonsOf({ validation, calls, unreached_calls, exploration }: Rehearsed): readonly string[] {
  const open = exploration?.open_conditions ?? []
  const reasons = [
    ...calls.flatMap(({ doubt, tool }) => (doubt === undefined ? [] : [`doubt ${tool}`])),
    ...calls.filter(({ influence }) => influence === 'decides').map(({ tool }) => `decides ${tool}`),
    ...open.map(({ text }) => `open condition ${text}`),
    ...unreached_calls.map(({ tool }) => `unreached ${tool}`),
    ...validation.findings.filter(({ code }) => !SAID_ELSEWHERE.has(code)).map(({ code }) => code),
  ]
  const unsettled = exploration?.unsettled_because
  if (reasons.length === 0 && unsettled !== undefined) return [`unsettled: ${unsettled}`]
  const others = reasons.filter((each) => !ENDINGS.has(each))
  if (others.length > 0) return [...new Set(others)]
  return reasons.length > 0 ? [...new Set(reasons)] : ['no reason is told']
}

/** Told of the call or the condition itself, or no reason. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  'RECORDING_DOUBTFUL',
  'GUESS_DECIDES',
  'CONDITION_OPEN',
  'STUB_UNUSED',
])
const ENDINGS: ReadonlySet<string> = new Set(['PROGRAM_THREW', 'RUN_STOPPED'])

/** Whether real runs prove the label: a sound program completes; a faulty one does not, or does not do what its twin does. */
export function isProved(role: Role, real: RealRun, twin: RealRun): boolean {
  if (role === 'sound') return real.ended === 'completed'
  return real.ended !== 'completed' || !isDeepStrictEqual(doneBy(real), doneBy(twin))
}

function doneBy({ result, calls, world }: RealRun) {
  return { result, world, outcomes: calls.map(({ tool, outcome }) => [tool, outcome]) }
}
