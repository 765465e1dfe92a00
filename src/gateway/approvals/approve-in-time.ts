/** A question that nobody answers holds its call for so long, and no longer. */
import { type Clock, UsageError, waitFor } from '../../base/index.js'
import { DEFAULT_APPROVAL_TIMEOUT_MS } from '../choices/index.js'
import type { Approval, Approve } from './approve.js'

export interface ApprovalTime {
  /** Milliseconds; Infinity: as long as the call lives. Default 300,000. */
  readonly limitMs?: number | undefined
  readonly clock: Clock
}

/** When the time is up the answer is no, with what to do about it, and the question is withdrawn by the signal of its call. */
export function approveInTime(
  approve: Approve,
  { limitMs = DEFAULT_APPROVAL_TIMEOUT_MS, clock }: ApprovalTime,
): Approve {
  if (limitMs === Number.POSITIVE_INFINITY) return approve
  return async (question) => {
    const withdrawn = new AbortController()
    const { signal } = question.call
    const signals = signal === undefined ? [withdrawn.signal] : [signal, withdrawn.signal]
    const late = new UsageError('USAGE', 'The time for an approval is up')
    try {
      const call = { ...question.call, signal: AbortSignal.any(signals) }
      const answered = approve({ ...question, call })
      return await waitFor(answered, { timeoutMs: limitMs, onTimeout: () => late, clock })
    } catch (failure) {
      if (failure === late) return unanswered(limitMs)
      throw failure
    } finally {
      withdrawn.abort(late)
    }
  }
}

function unanswered(limitMs: number): Approval {
  return {
    approved: false,
    why: `nobody answered within ${limitMs} ms. Answer the question at the client, give it more time (--approval-timeout), or let the policy allow this tool`,
  }
}
