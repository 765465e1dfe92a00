/** Listens to a transport and speaks over it, before anybody knows who the server is. */
import { type Clock, defined, type JsonObject, type JsonValue, textItems } from '../../base/index.js'
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
import { type Correlator, createCorrelator, type RequestInWords } from './correlator.js'
import { HeardResponses } from './heard-responses.js'
import { alreadyClosed, complaintEvidence, connectionEnded, quote } from './request-errors.js'
import { sendWithin } from './send-within.js'
import {
  createServerRequests,
  MAX_OPEN,
  type ServerRequestHandlers,
  type ServerRequests,
} from './server-requests.js'

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
  return new WireConversation(options)
}

class WireConversation implements Conversation {
  readonly #options: ConversationOptions
  readonly #watchers = new Set<Watcher>()
  readonly over: Promise<Over>
  readonly #correlator: Correlator
  readonly #responses: HeardResponses
  readonly #serverRequests: ServerRequests
  readonly peer: string
  readonly clock: Clock
  readonly timeoutMs: number
  #codec: Codec
  #tellOver: (how: Over) => void = () => undefined
  #end: ConnectionEnd | undefined
  #isClosed = false
  #lastStderr: string | undefined
  #lastComplaint: string | undefined

  constructor(options: ConversationOptions) {
    this.#options = options
    const { transport, clock, timeoutMs, handlers, listeners } = options
    this.peer = transport.peer
    this.clock = clock
    this.timeoutMs = timeoutMs
    this.#codec = options.codec
    this.over = new Promise((resolve) => {
      this.#tellOver = resolve
    })
    this.#correlator = createCorrelator({
      ...{ clock, timeoutMs, hasOwnStreams: transport.hasOwnStreams === true, evidence: this.#evidence },
      send: (message, signal, text) => {
        const sending = this.#sendOptions(message.method, message.params, signal)
        return transport.send(message, text === undefined ? sending : { ...sending, text })
      },
      withMeta: (params, meta) => this.#codec.withMeta(params, meta),
      sendCancelled: (requestId, reason, stream) => this.#sendCancelled(requestId, reason, stream),
    })
    this.#responses = new HeardResponses(this.#correlator, this.complain)
    this.#serverRequests = createServerRequests({
      handlers,
      asked: (method, params) => listeners.asked?.(method, params),
      // A reply that cannot be sent has nobody to go to: the end of the connection is told to all who wait.
      reply: (response) =>
        this.#limited('answer a request of the server', {}, (over) =>
          transport.send(response, this.#sendOptions('', undefined, over)),
        ).catch(() => undefined),
      unanswered: (method) =>
        this.complain('lost', `the server's ${method} is not answered: it leaves ${MAX_OPEN} answers unread`),
    })
    this.#listen()
  }

  get codec(): Codec {
    return this.#codec
  }

  get lateReplies(): number {
    return this.#responses.late
  }

  get lastComplaint(): string | undefined {
    return this.#lastComplaint
  }

  get end(): ConnectionEnd | undefined {
    return this.#end
  }

  readonly request = (
    method: string,
    params: JsonObject | undefined,
    request: RequestInWords,
  ): Promise<ClassifiedResponse> => this.#correlator.request(method, params, request)

  readonly notify: Conversation['notify'] = (method, params, options = {}) => {
    const message = { jsonrpc: '2.0', method, ...defined({ params }) }
    return this.#limited(`send "${method}"`, options, (over) =>
      this.#options.transport.send(message, this.#sendOptions(method, params, over)),
    )
  }

  answerInput(...asked: Parameters<Conversation['answerInput']>): ReturnType<Conversation['answerInput']> {
    return this.#serverRequests.answerInput(...asked)
  }

  sendRaw(text: string): Promise<void> {
    return this.#limited('send a text', {}, (signal) => this.#options.transport.sendText(text, { signal }))
  }

  dismiss(id: RpcId, reason: string): void {
    void this.#correlator.settleUnusable(id, reason)
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  speak(other: Codec): void {
    this.#codec = other
  }

  expectDeclared(capabilities: JsonObject): void {
    this.#responses.expectDeclared(capabilities)
  }

  readonly complain = (kind: ComplaintKind, message: string): void => {
    this.#lastComplaint = message
    this.#options.listeners.complaint?.({ kind, message })
  }

  close(): Promise<void> {
    this.#isClosed = true
    this.#tellOver('closed-here')
    this.#serverRequests.cancelAll()
    this.#correlator.closeAll((doing) => alreadyClosed(doing, this.peer))
    return this.#options.transport.close()
  }

  #listen(): void {
    const { transport, listeners } = this.#options
    transport.start({
      message: (value, text) => this.#receive(value, text),
      noise: ({ line, reason, place = 'a line on standard output', isBeyondUs = false }) => {
        const what = isBeyondUs ? 'not read' : 'no message'
        this.complain('noise', `${place} is ${what}, ${reason}: ${quote(line)}`)
      },
      stderr: (line) => {
        this.#lastStderr = line
        listeners.stderr?.(line)
      },
      misdelivered: (what) => this.complain('misdelivered', what),
      lost: (what) => this.complain('lost', what),
      closed: (how) => {
        this.#end = how
        this.#tellOver('connection-closed')
        this.#serverRequests.cancelAll()
        this.#correlator.closeAll((doing) => connectionEnded(doing, this.peer, how))
      },
    })
  }

  #sendCancelled(requestId: RpcId, reason: string, stream: AbortController | undefined): void {
    if (stream !== undefined && this.#codec.era === 'modern') stream.abort()
    // A server that never answers would hold the stream open for ever.
    else
      void this.notify('notifications/cancelled', { requestId, reason }, { timeoutMs: CANCELLED_MS })
        // If the connection is gone, the server needs to be told nothing.
        .catch(() => undefined)
        .then(() => stream?.abort())
  }

  #receive(value: JsonValue, text?: string): void {
    if (this.#isClosed) return
    if (text !== undefined)
      for (const problem of ambiguitiesOf(value, text))
        this.complain('ambiguous', `a message ${problem}: ${quote(text)}`)
    if (Array.isArray(value) && value.length > 0) {
      const places = text === undefined ? [] : textItems(text)
      for (const [i, item] of value.entries()) this.#receiveOne(item, text?.slice(...(places[i] ?? [0, 0])))
    } else this.#receiveOne(value, text)
  }

  #receiveOne(value: JsonValue, text?: string): void {
    const classified = classifyMessage(value)
    switch (classified.kind) {
      case 'result':
      case 'failure':
        this.#responses.hear(classified, text)
        break
      case 'request':
        this.#hearRequest(classified.message)
        break
      case 'notification':
        this.#hear(classified.message)
        break
      case 'invalid':
        this.#hearInvalid(classified, value)
    }
  }

  #hearRequest(request: RpcRequest): void {
    if (this.#codec.era === 'modern')
      this.complain(
        'invalid-message',
        `the server sent the request ${request.method}, this era has none of its own`,
      )
    void this.#serverRequests.answer(request)
  }

  #hearInvalid({ reason, answers }: InvalidMessage, value: JsonValue): void {
    this.complain(
      'invalid-message',
      `a message breaks the protocol, ${reason}: ${quote(JSON.stringify(value))}`,
    )
    if (answers !== undefined) this.#correlator.settleUnusable(answers, reason)
  }

  #hear({ method, params = {} }: RpcNotification): void {
    if (method === 'notifications/progress') this.#hearProgress(params)
    if (method === 'notifications/cancelled') this.#hearCancelled(cancelledId(params))
    for (const watcher of this.#watchers) watcher(method, params)
    this.#options.listeners.notification?.(method, params)
  }

  /** Each side cancels what it asked itself; a server of the modern era may end a subscription so. */
  #hearCancelled(id: RpcId | undefined): void {
    if (id === undefined) return
    const ours = this.#serverRequests.cancel(id) ? undefined : this.#correlator.waitingFor(id)
    if (ours === undefined || ours === 'subscriptions/listen') return
    this.complain(
      'invalid-notification',
      `the server cancelled ${ours}, which is a request of this client: only its sender may; the answer is waited for all the same`,
    )
  }

  #hearProgress(params: JsonObject): void {
    const told = progressIn(params)
    const problem =
      told === undefined
        ? 'it has no number "progress"'
        : this.#correlator.progress(params.progressToken, told)
    if (problem !== undefined)
      this.complain('invalid-notification', `a progress notification breaks the protocol, ${problem}`)
  }

  #limited(
    doing: string,
    { timeoutMs: ownMs = this.#options.timeoutMs, signal }: Pick<RequestOptions, 'timeoutMs' | 'signal'>,
    send: (over: AbortSignal) => Promise<void>,
  ): Promise<void> {
    return sendWithin(
      { doing, timeoutMs: ownMs, clock: this.#options.clock, signal, evidence: this.#evidence },
      send,
    )
  }

  /** What may help to understand silence. */
  readonly #evidence = (): readonly string[] => [
    ...complaintEvidence(this.#lastComplaint),
    ...(this.#lastStderr === undefined ? [] : [`Last line of standard error: ${quote(this.#lastStderr)}`]),
  ]

  #sendOptions(
    method: string,
    params: JsonObject | undefined,
    signal?: AbortSignal,
  ): SendOptions | undefined {
    const headers = this.#codec.headersOf(method, params)
    if (signal === undefined) return headers && { headers }
    return { signal, ...(headers && { headers }) }
  }
}

type Over = 'closed-here' | 'connection-closed'

/** How long a server may take to hear that a request is given up, before the request's own stream is ended; milliseconds. */
const CANCELLED_MS = 5000
