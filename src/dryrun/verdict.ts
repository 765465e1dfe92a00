/** The verdict is computed from what was seen, never claimed. */
import type { Finding } from '../base/index.js'
import type { Ended } from '../sandbox/index.js'
import type { Verdict } from './report.js'

export interface Evidence {
  readonly ended: Ended
  readonly missingTools: number
  /** Each `certain` when it owes nothing to an invented value. */
  readonly argumentErrors: readonly { readonly certain: boolean }[]
  readonly findings: readonly Finding[]
  /** How many answers were invented. Taint is coarse: the result owes each of them. */
  readonly inventedAnswers: number
  /** Calls whose arguments could not be checked by their whole schema. */
  readonly uncheckedCalls: number
}

/**
 * `fail` when something is provably wrong: an error that is certain, an unknown tool, wrong arguments or an exception on real
 * values, a budget hit, a guest that broke the rules. `pass` when it completed, all was checked and nothing at all was invented. Else `uncertain`.
 */
export function judge(evidence: Evidence): Verdict {
  if (isProvablyWrong(evidence)) return 'fail'
  const isClean =
    evidence.ended === 'completed' &&
    evidence.inventedAnswers === 0 &&
    evidence.uncheckedCalls === 0 &&
    evidence.argumentErrors.length === 0 &&
    evidence.findings.every(({ severity }) => severity !== 'error')
  return isClean ? 'pass' : 'uncertain'
}

function isProvablyWrong({
  ended,
  missingTools,
  argumentErrors,
  findings,
  inventedAnswers,
}: Evidence): boolean {
  if (missingTools > 0) return true
  if (argumentErrors.some(({ certain }) => certain)) return true
  if (findings.some(({ severity, certain }) => severity === 'error' && certain)) return true
  if (ended === 'threw') return inventedAnswers === 0 && !findings.some(isDoubtfulThrow)
  return ended !== 'completed'
}

/** What was thrown may come of what only a rehearsal denies. */
function isDoubtfulThrow({ code, certain }: Finding): boolean {
  return code === 'PROGRAM_THREW' && !certain
}
