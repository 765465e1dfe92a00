/** Sends what is not answered by a message of its own: who does not take it must not hold whoever sends it. */
import { type Clock, defined, SessionError, waitFor } from '../../base/index.js'
import { aborted } from './request-errors.js'

export interface SendLimit {
  /** Completes "Cannot …" in errors. */
  readonly doing: string
  /** Milliseconds. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
  /** Lines that may help to understand why it was not taken. */
  readonly evidence: () => readonly string[]
}

/**
 * Resolves when it was taken; where it was given up, what is still under way is ended by the signal that `send` gets.
 * @throws SessionError REQUEST_TIMEOUT or REQUEST_ABORTED, and what `send` throws
 */
export async function sendWithin(
  { doing, timeoutMs, clock, signal, evidence }: SendLimit,
  send: (over: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController()
  try {
    await waitFor(send(over.signal), {
      ...{ timeoutMs, clock },
      onTimeout: () => notTaken(doing, timeoutMs, evidence()),
      ...defined({ signal }),
    })
  } catch (failure) {
    throw signal?.aborted === true && failure === signal.reason ? aborted(doing, failure) : failure
  } finally {
    over.abort()
  }
}

function notTaken(doing: string, timeoutMs: number, evidence: readonly string[]): SessionError {
  return new SessionError(
    'REQUEST_TIMEOUT',
    `Cannot ${doing}: the server did not take it within ${timeoutMs} ms`,
    { evidence, hint: NOT_TAKEN, data: { timeoutMs } },
  )
}

const NOT_TAKEN =
  'a server reads its standard input, and answers a POST of a notification with HTTP 202 at once; or raise the time limit'
