/** What a client has asked over HTTP, each with its stream, and has no answer to yet. */
import { isJsonObject, type JsonValue } from '../base/index.js'
import { cancelledId, classifyMessage, messagesIn, type RpcId, rpcIdKey } from '../protocol/index.js'
import { claimOf } from './bridge-headers.js'

export interface OpenRequests {
  /** The client sends a message, or a batch. */
  begin(message: JsonValue): Sending
  /** The server says a message, or a batch. */
  hear(message: JsonValue): void
  /** True for a cancellation that HTTP has no message for: closing the stream is it (specification: 2026-07-28, basic/transports). */
  cancelStream(message: JsonValue): boolean
}

export interface Sending {
  /** Ends its stream. */
  readonly signal: AbortSignal
  /** True for the handshake, which all else waits for. */
  readonly isOpening: boolean
  /** True for a subscription, which is answered when it ends. */
  readonly isListening: boolean
  /** It has arrived. A request that it cancels is not waited for any more. */
  sent(): void
  /** The requests in it that have no answer, and that the client still wants to know of. */
  unanswered(): readonly RpcId[]
  end(): void
}

interface OpenRequest {
  readonly id: RpcId
  readonly method: string
  readonly isModern: boolean
  readonly stream: AbortController
  isCancelled: boolean
}

export function createOpenRequests(): OpenRequests {
  const open = new Map<string, OpenRequest>()

  function cancelledBy(message: JsonValue): OpenRequest | undefined {
    if (!isJsonObject(message) || message.method !== 'notifications/cancelled') return undefined
    const id = isJsonObject(message.params) ? cancelledId(message.params) : undefined
    return id === undefined ? undefined : open.get(rpcIdKey(id))
  }

  return {
    begin(message) {
      const stream = new AbortController()
      const asked = messagesIn(message).flatMap((one): OpenRequest[] => {
        const classified = classifyMessage(one)
        if (classified.kind !== 'request') return []
        const { id, method } = classified.message
        const isModern = claimOf(classified.message) !== undefined
        return [{ id, method, isModern, stream, isCancelled: false }]
      })
      for (const each of asked) open.set(rpcIdKey(each.id), each)
      const cancelled = cancelledBy(message)
      if (cancelled !== undefined) cancelled.isCancelled = true
      const isOpen = (each: OpenRequest): boolean => open.get(rpcIdKey(each.id)) === each
      return {
        signal: stream.signal,
        isOpening: asked.some(({ method }) => method === 'initialize'),
        isListening: asked.some(({ method }) => method === 'subscriptions/listen'),
        // A server that never answers what was cancelled would hold the stream open for ever.
        sent: () => cancelled?.stream.abort(),
        unanswered: () => asked.filter((each) => isOpen(each) && !each.isCancelled).map(({ id }) => id),
        end() {
          for (const each of asked) if (isOpen(each)) open.delete(rpcIdKey(each.id))
        },
      }
    },
    hear(message) {
      for (const one of messagesIn(message)) {
        const classified = classifyMessage(one)
        const isAnswer = classified.kind === 'result' || classified.kind === 'failure'
        const id = isAnswer ? classified.message.id : undefined
        if (id !== undefined && id !== null) open.delete(rpcIdKey(id))
      }
    },
    cancelStream(message) {
      const cancelled = cancelledBy(message)
      if (cancelled?.isModern !== true) return false
      cancelled.isCancelled = true
      cancelled.stream.abort()
      return true
    },
  }
}
