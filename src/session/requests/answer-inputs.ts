/** Gives a server of the modern era the input that it asks for within a result. */
import { defined, type JsonObject, SessionError, waitFor } from '../../base/index.js'
import type { InputRequest } from '../../protocol/index.js'
import type { Conversation } from '../wire/conversation.js'
import type { RequestInWords } from '../wire/correlator.js'
import { aborted, timedOut } from '../wire/request-errors.js'

/**
 * Asks the handlers, all at once, and names each answer as its request was named.
 * They have as long as the request that needs them.
 * @throws SessionError INPUT_UNANSWERED, with all requests in `data`, when a handler is missing or throws; REQUEST_TIMEOUT,
 * REQUEST_ABORTED
 */
export async function answerInputs(
  conversation: Conversation,
  requests: ReadonlyMap<string, InputRequest>,
  { doing, options = {} }: RequestInWords,
): Promise<JsonObject> {
  const { timeoutMs = conversation.timeoutMs, signal } = options
  if (requests.size === 0) return {}
  const over = new AbortController()
  const answers = [...requests].map(async ([key, request]) => {
    const answer = conversation.answerInput(request, over.signal)
    if (answer === undefined) throw unanswered(doing, requests, `nothing here answers ${request.method}`)
    return [key, await answer] as const
  })
  try {
    const entries = await waitFor(Promise.all(answers), {
      timeoutMs,
      clock: conversation.clock,
      onTimeout: () => timedOut(doing, timeoutMs, [`Waiting for: ${methodsOf(requests)}`]),
      ...defined({ signal }),
    })
    return Object.fromEntries(entries)
  } catch (failure) {
    if (signal?.aborted) throw aborted(doing, signal.reason)
    throw failure instanceof SessionError ? failure : unanswered(doing, requests, 'a handler failed', failure)
  } finally {
    over.abort()
  }
}

function unanswered(
  doing: string,
  requests: ReadonlyMap<string, InputRequest>,
  reason: string,
  cause?: unknown,
): SessionError {
  const why = cause instanceof Error ? `${reason}: "${cause.message}"` : reason
  return new SessionError('INPUT_UNANSWERED', `Cannot ${doing}: the server needs input, and ${why}`, {
    hint: `give the session a handler for ${methodsOf(requests)}`,
    data: { requests: Object.fromEntries(requests) },
    ...defined({ cause }),
  })
}

function methodsOf(requests: ReadonlyMap<string, InputRequest>): string {
  return [...new Set([...requests.values()].map(({ method }) => method))].join(', ')
}
