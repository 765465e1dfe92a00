/** Listens to a transport and speaks over it, before anybody knows who the server is. */
import {
  type Clock,
  defined,
  inOneLine,
  type JsonObject,
  type JsonValue,
  textItems,
} from '../../base/index.js'
import {
  type ClassifiedResponse,
  type Codec,
  cancelledId,
  classifyMessage,
  type InvalidMessage,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
} from '../../protocol/index.js'
import type { ConnectionEnd, SendOptions, Transport } from '../../transport/index.js'
import type { ComplaintKind, SessionListeners } from '../complaint.js'
import { progressIn, type RequestOptions } from '../request-options.js'
import { ambiguitiesOf } from './ambiguity.js'
import type { Conversation, Watcher } from './conversation.js'
import { createCorrelator } from './correlator.js'
import { alreadyClosed, complaintEvidence, connectionEnded } from './request-errors.js'
import { sendWithin } from './send-within.js'
import { createServerRequests, type ServerRequestHandlers } from './server-requests.js'
import { createUndeclaredCheck, type UndeclaredCheck } from './undeclared.js'

export interface ConversationOptions {
  readonly transport: Transport
  /** Until `speak` says otherwise. */
  readonly codec: Codec
  readonly timeoutMs: number
  readonly clock: Clock
  readonly handlers: ServerRequestHandlers
  readonly listeners: SessionListeners
}

/** Starts listening. The conversation owns the transport from now on. */
export function startConversation(options: ConversationOptions): Conversation {
  const { transport, timeoutMs, clock, handlers, listeners } = options
  const { peer } = transport
  const watchers = new Set<Watcher>()
  let tellOver: (how: 'closed-here' | 'connection-closed') => void
  const over = new Promise<'closed-here' | 'connection-closed'>((resolve) => {
    tellOver = resolve
  })
  let { codec } = options
  let lateReplies = 0
  let end: ConnectionEnd | undefined
  let isClosed = false
  let undeclared: UndeclaredCheck | undefined
  let lastStderr: string | undefined
  let lastComplaint: string | undefined

  const correlator = createCorrelator({
    clock,
    timeoutMs,
    hasOwnStreams: transport.hasOwnStreams === true,
    send(message, signal, text) {
      const options = sendOptions(message.method, message.params, signal)
      return transport.send(message, text === undefined ? options : { ...options, text })
    },
    withMeta: (params, meta) => codec.withMeta(params, meta),
    sendCancelled(requestId, reason, stream) {
      if (stream !== undefined && codec.era === 'modern') stream.abort()
      // A server that never answers would hold the stream open for ever.
      else
        void notify('notifications/cancelled', { requestId, reason }, { timeoutMs: CANCELLED_MS })
          // If the connection is gone, the server needs to be told nothing.
          .catch(() => undefined)
          .then(() => stream?.abort())
    },
    evidence,
  })
  const serverRequests = createServerRequests({
    handlers,
    asked: (method, params) => listeners.asked?.(method, params),
    reply(response) {
      // A reply that cannot be sent has nobody to go to: the end of the connection is told to all who wait.
      limited('answer a request of the server', {}, (over) =>
        transport.send(response, sendOptions('', undefined, over)),
      ).catch(() => undefined)
    },
  })

  transport.start({
    message: receive,
    noise: ({ line, reason, place = 'a line on standard output', isBeyondUs = false }) =>
      complain('noise', `${place} is ${isBeyondUs ? 'not read' : 'no message'}, ${reason}: ${quote(line)}`),
    stderr(line) {
      lastStderr = line
      listeners.stderr?.(line)
    },
    misdelivered: (what) => complain('misdelivered', what),
    lost: (what) => complain('lost', what),
    closed(how) {
      end = how
      tellOver('connection-closed')
      serverRequests.cancelAll()
      correlator.closeAll((doing) => connectionEnded(doing, peer, how))
    },
  })

  function receive(value: JsonValue, text?: string): void {
    if (isClosed) return
    if (text !== undefined)
      for (const problem of ambiguitiesOf(value, text))
        complain('ambiguous', `a message ${problem}: ${quote(text)}`)
    if (Array.isArray(value) && value.length > 0) {
      const places = text === undefined ? [] : textItems(text)
      for (const [i, item] of value.entries()) receiveOne(item, text?.slice(...(places[i] ?? [0, 0])))
    } else receiveOne(value, text)
  }

  function receiveOne(value: JsonValue, text?: string): void {
    const classified = classifyMessage(value)
    switch (classified.kind) {
      case 'result':
      case 'failure':
        hearResponse(classified, text)
        break
      case 'request':
        hearRequest(classified.message)
        break
      case 'notification':
        hear(classified.message)
        break
      case 'invalid':
        hearInvalid(classified, value)
    }
  }

  function hearRequest(request: RpcRequest): void {
    if (codec.era === 'modern')
      complain(
        'invalid-message',
        `the server sent the request ${request.method}, this era has none of its own`,
      )
    void serverRequests.answer(request)
  }

  function hearInvalid({ reason, answers }: InvalidMessage, value: JsonValue): void {
    complain('invalid-message', `a message breaks the protocol, ${reason}: ${quote(JSON.stringify(value))}`)
    if (answers !== undefined) correlator.settleUnusable(answers, reason)
  }

  /** An answer shows that it has what it did not declare. */
  function checkDeclared(id: RpcId): void {
    const method = correlator.waitingFor(id)
    const lacking = method === undefined ? undefined : undeclared?.(method)
    if (lacking !== undefined)
      complain('undeclared', `the server declares no ${lacking}, and answered ${method} with a result`)
  }

  function hearResponse(response: ClassifiedResponse, text: string | undefined): void {
    const { id } = response.message
    const shown = () => quote(JSON.stringify(response.message))
    if (id === undefined || id === null) {
      complain('invalid-message', `an error without an id came: ${shown()}`)
      return
    }
    if (response.kind === 'result') checkDeclared(id)
    switch (correlator.settle(id, response, text)) {
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
    if (method === 'notifications/cancelled') hearCancelled(cancelledId(params))
    for (const watcher of watchers) watcher(method, params)
    listeners.notification?.(method, params)
  }

  /** Each side cancels what it asked itself; a server of the modern era may end a subscription so. */
  function hearCancelled(id: RpcId | undefined): void {
    if (id === undefined) return
    const ours = serverRequests.cancel(id) ? undefined : correlator.waitingFor(id)
    if (ours === undefined || ours === 'subscriptions/listen') return
    complain(
      'invalid-notification',
      `the server cancelled ${ours}, which is a request of this client: only its sender may; the answer is waited for all the same`,
    )
  }

  function hearProgress(params: JsonObject): void {
    const told = progressIn(params)
    const problem =
      told === undefined ? 'it has no number "progress"' : correlator.progress(params.progressToken, told)
    if (problem !== undefined)
      complain('invalid-notification', `a progress notification breaks the protocol, ${problem}`)
  }

  function complain(kind: ComplaintKind, message: string): void {
    lastComplaint = message
    listeners.complaint?.({ kind, message })
  }

  const notify: Conversation['notify'] = (method, params, options = {}) => {
    const message = { jsonrpc: '2.0', method, ...defined({ params }) }
    return limited(`send "${method}"`, options, (over) =>
      transport.send(message, sendOptions(method, params, over)),
    )
  }

  function limited(
    doing: string,
    { timeoutMs: ownMs = timeoutMs, signal }: Pick<RequestOptions, 'timeoutMs' | 'signal'>,
    send: (over: AbortSignal) => Promise<void>,
  ): Promise<void> {
    return sendWithin({ doing, timeoutMs: ownMs, clock, signal, evidence }, send)
  }

  /** What may help to understand silence. */
  function evidence(): readonly string[] {
    return [
      ...complaintEvidence(lastComplaint),
      ...(lastStderr === undefined ? [] : [`Last line of standard error: ${quote(lastStderr)}`]),
    ]
  }

  function sendOptions(
    method: string,
    params: JsonObject | undefined,
    signal?: AbortSignal,
  ): SendOptions | undefined {
    const headers = codec.headersOf(method, params)
    if (signal === undefined) return headers && { headers }
    return { signal, ...(headers && { headers }) }
  }

  return {
    peer,
    clock,
    timeoutMs,
    over,
    get codec() {
      return codec
    },
    get lateReplies() {
      return lateReplies
    },
    get lastComplaint() {
      return lastComplaint
    },
    get end() {
      return end
    },
    request: (method, params, request) => correlator.request(method, params, request),
    notify,
    sendRaw: (text) => limited('send a text', {}, (signal) => transport.sendText(text, { signal })),
    answerInput: serverRequests.answerInput,
    dismiss: (id, reason) => void correlator.settleUnusable(id, reason),
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    speak(other) {
      codec = other
    },
    expectDeclared(capabilities) {
      undeclared = createUndeclaredCheck(capabilities)
    },
    complain,
    close() {
      isClosed = true
      tellOver('closed-here')
      serverRequests.cancelAll()
      correlator.closeAll((doing) => alreadyClosed(doing, peer))
      return transport.close()
    },
  }
}

/** How long a server may take to hear that a request is given up, before the request's own stream is ended; milliseconds. */
const CANCELLED_MS = 5000

function quote(text: string): string {
  return `"${inOneLine(text, 500)}"`
}
