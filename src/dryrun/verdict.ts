/** The verdict is computed from what was seen, never claimed. */
import type { Finding } from '../base/index.js'
import type { Ended } from '../sandbox/index.js'
import type { Verdict } from './report.js'

export interface Evidence {
  readonly ended: Ended
  readonly missingTools: number
  /** Each `certain` when it owes nothing to an answer without evidence, and no server would take it. */
  readonly argumentErrors: readonly { readonly certain: boolean }[]
  readonly findings: readonly Finding[]
  /** How many answers the verdict cannot rest on. Taint is coarse: the result owes each of them. */
  readonly answersWithoutEvidence: number
  /** How many answers it rests on that take something for granted, a learned shape among it. */
  readonly supposedAnswers: number
  /** A tool was asked the same again, and got the answer it got before, which time may have changed. */
  readonly isPolling: boolean
  /** It had to wait in real time: for servers in a copy, which cost more of it than the real ones, or for an answer that never came. */
  readonly isHeldUp: boolean
  /** The limit of real time is the user's own: the default one says more of the machine, and a real run has more. */
  readonly isWallTimeGiven: boolean
  /** The program was refused chance that a real run has: what came of that may not come there. */
  readonly isChanceRefused: boolean
  /** At another time, with other chance, or with its calls in another order, it was seen to do something else, or may. */
  readonly hangsOnWorld: boolean
  /** Calls whose arguments could not be checked by their whole schema. */
  readonly uncheckedCalls: number
}

/**
 * `fail` when something is provably wrong: an error that is certain, an unknown tool, wrong arguments, an exception or a budget hit
 * on known values, a guest that broke the rules. `pass` when it completed, all was checked, all answers are evidence and it never
 * reached for the machine. Else `uncertain`.
 */
export function judge(evidence: Evidence): Verdict {
  if (isProvablyWrong(evidence)) return 'fail'
  const isClean =
    evidence.ended === 'completed' &&
    evidence.answersWithoutEvidence === 0 &&
    evidence.uncheckedCalls === 0 &&
    evidence.argumentErrors.length === 0 &&
    evidence.findings.every(isHarmless)
  return isClean ? 'pass' : 'uncertain'
}

function isHarmless({ severity, code, certain }: Finding): boolean {
  return severity !== 'error' && !FORBID_PASS.has(code) && !(certain && FORBIDS_PASS_IF_CERTAIN === code)
}

/** What no answer can have was not what its author meant, also where the plan went on without: a page that is never asked for. */
const FORBIDS_PASS_IF_CERTAIN = 'RESULT_MEMBER_MISSING'

/**
 * A program that reaches for the machine is none that only calls tools, whatever it made of being denied. One that does something else at
 * another time was not seen doing that.
 */
const FORBID_PASS: ReadonlySet<string> = new Set(['CAPABILITY_DENIED', 'TIME_OR_CHANCE_DECIDES'])

/** Whether a plan ends like this for real, too: no other answer would have changed it, or it heard none that may be another one. */
export function isEndCertain({
  ended,
  answersWithoutEvidence,
  supposedAnswers,
  isPolling,
  isHeldUp,
  isWallTimeGiven,
  isChanceRefused,
  hangsOnWorld,
}: EndEvidence): boolean {
  if (WHATEVER_IT_WAS_TOLD.has(ended)) return true
  // The machine may have killed it, or the engine may be wrong.
  if (ended === 'crashed') return false
  if (ended === 'timed_out' && (!isWallTimeGiven || isHeldUp)) return false
  const isToldForSure = answersWithoutEvidence === 0 && supposedAnswers === 0
  return isToldForSure && !isPolling && !isChanceRefused && !hangsOnWorld
}

/** Whether one of the findings says that more than the plan decides what it does. */
export function hangsOnOrder(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => code === 'CALLS_RACE')
}

export type EndEvidence = Omit<Evidence, 'missingTools' | 'argumentErrors' | 'findings' | 'uncheckedCalls'>

const WHATEVER_IT_WAS_TOLD: ReadonlySet<Ended> = new Set(['never_started', 'protocol_violation', 'refused'])

function isProvablyWrong(evidence: Evidence): boolean {
  const { ended, missingTools, argumentErrors, findings } = evidence
  if (missingTools > 0) return true
  if (argumentErrors.some(({ certain }) => certain)) return true
  if (findings.some(({ severity, certain }) => severity === 'error' && certain)) return true
  return ended !== 'completed' && isEndCertain(evidence)
}
