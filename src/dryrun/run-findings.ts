/** What there is to say about how a rehearsed program ran and ended. */
import type { Finding } from '../base/index.js'
import { type ToolCall, toolRef } from '../call/index.js'
import { attemptFindings, type ProgramRun, programEndFindings } from '../execution/index.js'
import type { CapabilityAttempt } from '../sandbox/index.js'
import { isAssumedAlike, isEvidence, type Ledger } from './ledger.js'
import type { RehearsalSettings } from './options.js'
import { isPolling } from './polling.js'
import type { Stage } from './stage.js'
import { type EndEvidence, isEndCertain } from './verdict.js'

export function runFindings(run: ProgramRun, stage: Stage, settings: RehearsalSettings): Finding[] {
  const { ledger } = stage
  return [
    ...programEndFindings(run, {
      certain: isEndCertain({ ended: run.ended, ...heardBy(stage, settings, run.attempts) }),
      isTold: (error) => isRefused(error.call, ledger),
    }),
    ...unansweredFindings(ledger.underWay()),
    ...attemptFindings(run),
  ]
}

/** What a program was told that it may hear otherwise for real, and the time it had. */
export function heardBy(
  { ledger, writes }: Pick<Stage, 'ledger' | 'writes'>,
  { budgets }: Pick<RehearsalSettings, 'budgets'>,
  attempts: readonly CapabilityAttempt[],
): Omit<EndEvidence, 'ended'> {
  const entries = ledger.entries()
  return {
    isWallTimeGiven: budgets?.wallMs !== undefined,
    isChanceRefused: attempts.some(({ kind }) => kind === 'chance'),
    answersWithoutEvidence: entries.filter((entry) => !isEvidence(entry)).length,
    answersAssumedAlike: entries.filter(isAssumedAlike).length,
    isPolling: isPolling(entries, writes),
    isHeldUp: ledger.underWay().length > 0 || entries.some(({ answer }) => answer.tookMs !== undefined),
  }
}

/** True for a call that validation refused: what is wrong with it is told already. */
function isRefused(n: number | undefined, ledger: Ledger): boolean {
  const answer = ledger.entries().find(({ call }) => call.n === n)?.answer
  return answer !== undefined && answer.provenance.source === 'schema' && answer.outcome.kind !== 'result'
}

function unansweredFindings(calls: readonly ToolCall[]): Finding[] {
  return calls.map((call) => ({
    code: 'CALL_UNANSWERED',
    severity: 'error',
    certain: false,
    message: `${toolRef(call)} (call ${call.n}) got no answer in the time of the rehearsal`,
    ...(call.site ?? {}),
  }))
}
