/** Requests that a server answers only after it got input (specification: 2026-07-28, basic/patterns/mrtr). */
import { defined, type JsonObject } from '../../base/index.js'
import type { ClassifiedResponse, InputRequired, RpcResult } from '../../protocol/index.js'
import type { Conversation } from '../wire/conversation.js'
import type { RequestInWords } from '../wire/correlator.js'
import { timedOut, unusable } from '../wire/request-errors.js'
import { answerInputs } from './answer-inputs.js'

/** A response that is the answer, or a task that will give it. */
export type Final =
  | ClassifiedResponse
  | { readonly kind: 'task'; readonly message: RpcResult; readonly task: JsonObject }

/** A request to send. */
export interface Asked extends RequestInWords {
  readonly method: string
  readonly params?: JsonObject
}

/**
 * Sends the request again, with the input the server asked for and its state exactly as it came, until the answer is final, and
 * gives what `conclude` makes of that.
 * Each round has the request's own time limit, and all of them together no more than its `maxTotalMs`.
 * @throws SessionError INPUT_UNANSWERED; RESPONSE_INVALID after ten rounds, and for a step that the method does not have
 */
export async function requestWithInput<T>(
  conversation: Conversation,
  asked: Asked,
  conclude: (final: Final) => T | Promise<T>,
): Promise<T> {
  const { method, params } = asked
  const withinWhatIsLeft = startTotal(conversation, asked)
  let sent = params
  let within: RequestInWords = asked
  let { learnHeaders } = asked
  for (let round = 1; ; round++) {
    const response = await conversation.request(method, sent, within)
    if (response.kind === 'failure') {
      if (response.message.error.code !== HEADER_MISMATCH || learnHeaders === undefined)
        return conclude(told(response, asked))
      await learnHeaders()
      learnHeaders = undefined
      continue
    }
    const step = conversation.codec.readStep(response.message.result)
    switch (step.kind) {
      case 'complete':
        return conclude(told(response, asked))
      case 'task':
        return conclude({ kind: 'task', message: response.message, task: step.task })
      case 'unusable':
        throw unusable(asked.doing, step.reason)
      case 'input-required':
        if (!MAY_NEED_INPUT.has(method)) throw unusable(asked.doing, `${method} cannot require input`)
        if (round > MAX_ROUNDS)
          throw unusable(asked.doing, `it still requires input after ${MAX_ROUNDS} rounds of it`)
        sent = await nextParams(conversation, params, step.input, withinWhatIsLeft())
        within = withinWhatIsLeft()
    }
  }
}

/** Starts the time of all rounds. Returns the request with what is left of it; that throws REQUEST_TIMEOUT when nothing is. */
function startTotal(
  { clock, timeoutMs: usualMs }: Conversation,
  asked: RequestInWords,
): () => RequestInWords {
  const { doing, options } = asked
  const timeoutMs = options?.timeoutMs ?? usualMs
  const totalMs = options?.maxTotalMs ?? timeoutMs * 10
  const endAtMs = clock.monotonic() + totalMs
  return () => {
    const leftMs = endAtMs - clock.monotonic()
    if (leftMs <= 0) throw timedOut(doing, totalMs, ['The server asked for input again and again'])
    return { ...asked, options: { ...options, timeoutMs: Math.min(timeoutMs, leftMs), maxTotalMs: leftMs } }
  }
}

const MAY_NEED_INPUT = new Set(['tools/call', 'resources/read', 'prompts/get'])
/** A server that gets a call without the headers its tool declares (specification: 2026-07-28, basic/transports). */
const HEADER_MISMATCH = -32020
const MAX_ROUNDS = 10
/** A server that asks for nothing but another try has too much to do: it must not be hurried. Milliseconds. */
const PAUSE_MS = 100

function told(response: ClassifiedResponse, { options }: RequestInWords): ClassifiedResponse {
  options?.onResponse?.(response.message)
  return response
}

async function nextParams(
  conversation: Conversation,
  params: JsonObject | undefined,
  { requests, state }: InputRequired,
  asked: RequestInWords,
): Promise<JsonObject> {
  const inputResponses = await answerInputs(conversation, requests, asked)
  if (requests.size === 0) await pause(conversation, asked)
  return {
    ...params,
    ...(requests.size === 0 ? {} : { inputResponses }),
    ...defined({ requestState: state }),
  }
}

/** What ends it early is told by the request that follows. */
async function pause({ clock }: Conversation, { options }: RequestInWords): Promise<void> {
  await clock.sleep(PAUSE_MS, options?.signal).catch(() => undefined)
}
