/** Rounds of one request (specification: 2026-07-28, multi round-trip requests): the server asks, the client asks again with its answers. */
import { defined, isJsonObject, type JsonObject } from '../../base/index.js'
import type { Interjection, RecordedResponse } from '../recording.js'
import type { Exchange } from './exchange.js'
import { isInterim } from './to-recording.js'

export interface MultiRoundTripState {
  /** What was said in the rounds before this request; empty for a first one. */
  before(method: string, params: JsonObject | undefined): readonly Interjection[]
  /** An exchange is over: where it wants input, the next round will belong to it. */
  after(exchange: Exchange, response: RecordedResponse | undefined): void
}

/** Creates the state of the open rounds of one connection. */
export function createMultiRoundTripState(): MultiRoundTripState {
  const open = new Map<string, readonly Interjection[]>()

  return {
    before(method, params) {
      if (params?.inputResponses === undefined && params?.requestState === undefined) return []
      const key = roundKey(method, params, params.requestState)
      const said = open.get(key)
      if (said === undefined) return []
      open.delete(key)
      const { inputResponses, requestState } = params
      const message = {
        ...defined({ inputResponses, requestState }),
      }
      return [...said, { atMs: 0, from: 'client', message }]
    },
    after({ request, between }, response) {
      if (response === undefined || !('result' in response) || !isInterim(response)) return
      const { result } = response
      const key = roundKey(
        request.method,
        request.params,
        isJsonObject(result) ? result.requestState : undefined,
      )
      open.delete(key)
      open.set(key, [
        ...request.earlier,
        // They were said before the request whose recording will hold them.
        ...between.map((each) => ({ ...each, atMs: 0 })),
        { atMs: 0, from: 'server', message: { result } },
      ])
      const [oldest] = open.keys()
      if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest)
    },
  }
}

/** Many questions are never answered. */
const MAX_OPEN = 100

/** A state belongs to one round; where there is none, the same request is the next round. */
function roundKey(
  method: string,
  params: JsonObject | undefined,
  state: JsonObject[string] | undefined,
): string {
  if (typeof state === 'string') return `state ${state}`
  const { _meta, inputResponses: _responses, requestState: _state, ...asked } = params ?? {}
  return JSON.stringify([method, asked])
}
