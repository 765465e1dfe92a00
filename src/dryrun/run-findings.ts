/** What there is to say about how a program ran and ended. */
import type { Finding } from '../base/index.js'
import { isInvented, type ToolCall, toolRef } from '../call/index.js'
import type { GuestRun } from '../sandbox/index.js'
import type { Ledger } from './ledger.js'

export function runFindings(run: GuestRun, ledger: Ledger): Finding[] {
  const invented = ledger.entries().some(({ answer }) => isInvented(answer.provenance))
  const thrown: Finding[] =
    run.ended === 'threw' && run.error !== undefined && !isRefused(run.error.call, ledger)
      ? [
          {
            code: 'PROGRAM_THREW',
            severity: 'error',
            certain: !invented,
            message: `The program threw ${run.error.name}: ${run.error.message}`,
            ...(run.error.site ?? {}),
          },
        ]
      : []
  const attempted: Finding[] = run.attempts.map(({ kind, target }) => ({
    code: 'CAPABILITY_DENIED',
    severity: 'warning',
    certain: true,
    message: `The program tried to reach the machine (${kind}: ${target}) and was denied`,
  }))
  const limit: Finding[] =
    run.ended === 'completed' || run.ended === 'threw'
      ? []
      : [
          {
            code: 'RUN_STOPPED',
            severity: 'error',
            certain: true,
            message: `The program was stopped: ${run.why ?? run.ended}`,
          },
        ]
  return [...thrown, ...limit, ...unansweredFindings(ledger.underWay()), ...attempted]
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
