/** JSON-RPC in both directions over one transport, before anybody knows who the server is. */
import { type Clock, type JsonObject, type JsonValue, printable, shorten } from '../base/index.js'
import {
  type ClassifiedResponse,
  type Codec,
  classifyMessage,
  type InvalidMessage,
  type RpcId,
  type RpcNotification,
} from '../protocol/index.js'
import type { ConnectionEnd, Transport } from '../transport/index.js'
import type { ComplaintKind, SessionListeners } from './complaint.js'
import { createCorrelator, type RequestInWords } from './correlator.js'
import { alreadyClosed, connectionEnded } from './request-errors.js'
import { createServerRequests, type ServerRequestHandlers } from './server-requests.js'

export interface ConversationOptions {
  readonly transport: Transport
  readonly codec: Codec
  readonly timeoutMs: number
  readonly clock: Clock
  readonly handlers: ServerRequestHandlers
  readonly listeners: SessionListeners
}

export interface Conversation {
  readonly peer: string
  readonly lateReplies: number
  /** How the connection ended; undefined while it lives. */
  readonly end: ConnectionEnd | undefined
  request(
    method: string,
    params: JsonObject | undefined,
    request: RequestInWords,
  ): Promise<ClassifiedResponse>
  notify(method: string, params?: JsonObject): Promise<void>
  complain(kind: ComplaintKind, message: string): void
  /** Rejects what waits, then closes the transport. */
  close(): Promise<void>
}

/** Starts listening. The conversation owns the transport from now on. */
export function startConversation(options: ConversationOptions): Conversation {
  const { transport, codec, timeoutMs, clock, handlers, listeners } = options
  const { peer } = transport
  let lateReplies = 0
  let end: ConnectionEnd | undefined
  let isClosed = false
  let lastStderr: string | undefined
  let lastComplaint: string | undefined

  const correlator = createCorrelator({
    clock,
    timeoutMs,
    send: (message) => transport.send(message),
    withMeta: codec.withMeta,
    sendCancelled: (requestId, reason) => sendQuietly('notifications/cancelled', { requestId, reason }),
    evidence: () => [
      ...(lastComplaint === undefined ? [] : [`Last complaint about the server: ${lastComplaint}`]),
      ...(lastStderr === undefined ? [] : [`Last line of standard error: ${quote(lastStderr)}`]),
    ],
  })
  const serverRequests = createServerRequests(handlers, (response) => {
    // A reply that cannot be sent has nobody to go to: the end of the connection is told to all who wait.
    transport.send(response).catch(() => undefined)
  })

  transport.start({
    message: receive,
    noise: ({ line, reason }) =>
      complain('noise', `a line on standard output is no message, ${reason}: ${quote(line)}`),
    stderr(line) {
      lastStderr = line
      listeners.stderr?.(line)
    },
    closed(how) {
      end = how
      serverRequests.cancelAll()
      correlator.closeAll((doing) => connectionEnded(doing, peer, how))
    },
  })

  function receive(value: JsonValue): void {
    if (isClosed) return
    if (Array.isArray(value) && value.length > 0) for (const item of value) receiveOne(item)
    else receiveOne(value)
  }

  function receiveOne(value: JsonValue): void {
    const classified = classifyMessage(value)
    switch (classified.kind) {
      case 'result':
      case 'failure':
        hearResponse(classified)
        break
      case 'request':
        void serverRequests.answer(classified.message)
        break
      case 'notification':
        hear(classified.message)
        break
      case 'invalid':
        hearInvalid(classified, value)
    }
  }

  function hearInvalid({ reason, answers }: InvalidMessage, value: JsonValue): void {
    complain('invalid-message', `a message breaks the protocol, ${reason}: ${quote(JSON.stringify(value))}`)
    if (answers !== undefined) correlator.settleUnusable(answers, reason)
  }

  function hearResponse(response: ClassifiedResponse): void {
    const { id } = response.message
    const shown = () => quote(JSON.stringify(response.message))
    if (id === undefined || id === null) {
      complain('invalid-message', `an error without an id came: ${shown()}`)
      return
    }
    switch (correlator.settle(id, response)) {
      case 'settled':
        break
      case 'late':
        lateReplies++
        break
      case 'duplicate':
        complain('duplicate-response', `a second response to one request came: ${shown()}`)
        break
      case 'unknown':
        complain('unmatched-response', `a response to no request of this client came: ${shown()}`)
        rejectMistakenId(id)
    }
  }

  /** Ids of ours are numbers. A server that turns them into strings answers nobody: better told at once than timed out. */
  function rejectMistakenId(id: RpcId): void {
    if (typeof id !== 'string' || !/^\d+$/.test(id)) return
    correlator.settleUnusable(Number(id), `its id is the string "${id}", that of the request is a number`)
  }

  function hear({ method, params = {} }: RpcNotification): void {
    if (method === 'notifications/progress') hearProgress(params)
    if (method === 'notifications/cancelled' && isId(params.requestId))
      serverRequests.cancel(params.requestId)
    listeners.notification?.(method, params)
  }

  function hearProgress(params: JsonObject): void {
    const { progressToken, progress, total, message } = params
    const problem =
      typeof progress === 'number'
        ? correlator.progress(progressToken, {
            progress,
            ...(typeof total === 'number' ? { total } : {}),
            ...(typeof message === 'string' ? { message } : {}),
          })
        : 'it has no number "progress"'
    if (problem !== undefined)
      complain('invalid-notification', `a progress notification breaks the protocol, ${problem}`)
  }

  function complain(kind: ComplaintKind, message: string): void {
    lastComplaint = message
    listeners.complaint?.({ kind, message })
  }

  function sendQuietly(method: string, params: JsonObject): void {
    // If the connection is gone, the server needs to be told nothing.
    transport.send({ jsonrpc: '2.0', method, params }).catch(() => undefined)
  }

  return {
    peer,
    get lateReplies() {
      return lateReplies
    },
    get end() {
      return end
    },
    request: (method, params, request) => correlator.request(method, params, request),
    notify(method, params) {
      const sent = codec.withMeta(params, undefined)
      return transport.send({ jsonrpc: '2.0', method, ...(sent === undefined ? {} : { params: sent }) })
    },
    complain,
    close() {
      isClosed = true
      serverRequests.cancelAll()
      correlator.closeAll((doing) => alreadyClosed(doing, peer))
      return transport.close()
    },
  }
}

function isId(value: JsonValue | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function quote(text: string): string {
  return `"${shorten(printable(text, { oneLine: true }), 500)}"`
}
