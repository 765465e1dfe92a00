/** What there is to say about how a rehearsed program ran and ended. */
import type { Finding } from '../base/index.js'
import { isInvented, type ToolCall, toolRef } from '../call/index.js'
import { attemptFindings, type ProgramRun, programEndFindings } from '../execution/index.js'
import type { Ledger } from './ledger.js'

export function runFindings(run: ProgramRun, ledger: Ledger): Finding[] {
  return [
    ...programEndFindings(run, {
      certain: !ledger.entries().some(({ answer }) => isInvented(answer.provenance)),
      isTold: (error) => isRefused(error.call, ledger),
    }),
    ...unansweredFindings(ledger.underWay()),
    ...attemptFindings(run),
  ]
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
