/** What the server asks a client of the legacy era, and the answers that come back (specification: 2025-11-25, basic). */
import { defined, type JsonObject } from '../../base/index.js'
import type { ClassifiedResponse, RpcId } from '../../protocol/index.js'
import type { AskingTurn, Question } from './asking-turn.js'

export interface OwnRequests {
  /** Asks on the stream of the turn. */
  ask(turn: AskingTurn, question: Question): void
  /** Takes an answer; one that nobody waits for is dropped, as after a cancellation. */
  settle(id: RpcId, response: ClassifiedResponse): void
}

/** Creates the asking side of one connection. */
export function createOwnRequests(): OwnRequests {
  const waiting = new Map<RpcId, (response: ClassifiedResponse) => void>()
  let lastId = 0
  return {
    ask(turn, { method, params, settle }) {
      const id = ++lastId
      // Also a turn that is answered without it needs no answer any more.
      const forget = turn.onEnd(() => {
        waiting.delete(id)
        turn.say(notification('notifications/cancelled', { requestId: id }))
      })
      waiting.set(id, (response) => {
        forget()
        const { message } = response
        settle('result' in message ? { result: message.result } : { error: message.error })
      })
      turn.say(JSON.stringify({ jsonrpc: '2.0', id, method, ...defined({ params }) }))
    },
    settle(id, response) {
      const taken = waiting.get(id)
      waiting.delete(id)
      taken?.(response)
    },
  }
}

/** A notification as it goes over the wire. */
export function notification(method: string, params?: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, ...defined({ params }) })
}
