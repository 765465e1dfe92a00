/** Reads along in one request of HTTP and its response, and tells the recorder what they are. */
import type { IncomingHttpHeaders } from 'node:http'
import { defined, isJsonObject, type JsonValue } from '../base/index.js'
import {
  classifyMessage,
  type HttpAnomalies,
  httpAnomalies,
  isModernRevision,
  type RpcNotification,
} from '../protocol/index.js'
import type {
  HttpFacts,
  MessageStream,
  MessageStreamFacts,
  RecordedConnection,
  Recorder,
} from '../recording/index.js'
import type { Credentials } from './credentials.js'
import { MAX_MESSAGE_BYTES, readMessage } from './read-message.js'
import type { Sessions } from './sessions.js'
import { createBodyCopy, createBodyTap } from './tap-body.js'
import { jsonBody, streamBody } from './tap-response-body.js'

export interface RequestTap {
  requestChunk(chunk: Uint8Array): void
  /** All of the request has come. */
  requestEnd(): void
  responseHead(status: number, headers: IncomingHttpHeaders): void
  responseChunk(chunk: Uint8Array): void
  /** How the response ended. */
  over(how: 'whole' | 'client-gone' | 'server-gone'): void
  /** Resolves when everything that came was read, which may be a while after: what is compressed takes its time. */
  readonly settled: Promise<void>
  /** What came was more than can be recorded. */
  isTooLong(): boolean
}

/** The first lines of a request. */
export interface AskedOverHttp {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** What all requests share. */
export interface TapSurroundings {
  readonly recorder: Recorder
  readonly sessions: Sessions
  readonly credentials: Credentials
  readonly ownHosts: readonly string[]
  /** Which exchange goes on after an event. */
  readonly resumable: Map<string, MessageStream>
}

export function createRequestTap(askedOverHttp: AskedOverHttp, surroundings: TapSurroundings): RequestTap {
  return new ExchangeTap(askedOverHttp, surroundings)
}

class ExchangeTap implements RequestTap {
  readonly #askedOverHttp: AskedOverHttp
  readonly #surroundings: TapSurroundings
  readonly #copy = createBodyCopy(MAX_MESSAGE_BYTES)
  readonly #sessionId: string | undefined
  readonly #lastEventId: string | undefined
  readonly settled: Promise<void>
  #asked: Asked | undefined
  #response: ResponseTap | undefined
  #settle: () => void = () => undefined

  constructor(askedOverHttp: AskedOverHttp, surroundings: TapSurroundings) {
    this.#askedOverHttp = askedOverHttp
    this.#surroundings = surroundings
    this.settled = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#sessionId = textOf(askedOverHttp.headers['mcp-session-id'])
    this.#lastEventId = textOf(askedOverHttp.headers['last-event-id'])
  }

  requestChunk(chunk: Uint8Array): void {
    this.#copy.push(chunk)
  }

  requestEnd(): void {
    void this.#ask()
  }

  responseHead(status: number, head: IncomingHttpHeaders): void {
    this.#response = createResponseTap(
      this.#ask(),
      { verb: this.#askedOverHttp.method, status, head, sessionId: this.#sessionId, settle: this.#settle },
      this.#surroundings,
    )
  }

  responseChunk(chunk: Uint8Array): void {
    this.#response?.chunk(chunk)
  }

  over(how: 'whole' | 'client-gone' | 'server-gone'): void {
    if (this.#response !== undefined) this.#response.over(how)
    else {
      this.#ask().messageStream.ended(how === 'client-gone' ? 'cancelled' : 'broken')
      this.#settle()
    }
  }

  isTooLong(): boolean {
    return this.#response?.isTooLong() === true
  }

  #ask(): Asked {
    this.#asked ??= this.#read(this.#copy.read()?.toString('utf8') ?? '')
    return this.#asked
  }

  #read(text: string): Asked {
    const resumed =
      this.#askedOverHttp.method === 'GET' && this.#lastEventId !== undefined
        ? this.#surroundings.resumable.get(this.#lastEventId)
        : undefined
    const body = this.#askedOverHttp.method === 'POST' ? readMessage(text) : undefined
    const messages = body === undefined ? [] : Array.isArray(body) ? body : [body]
    const classified = messages.map(classifyMessage)
    const opening = classified.find(
      ({ kind, ...each }) => kind === 'request' && 'message' in each && isOpening(each.message),
    )
    const connection = this.#surroundings.sessions.connectionOf({
      id: this.#sessionId,
      isOpening: opening !== undefined,
      isModern: isModern(body, this.#askedOverHttp.headers),
    })
    const anomalies = this.#findAnomalies(body)
    const facts = this.#factsOf(anomalies)
    const messageStream = resumed ?? connection.messageStream('request', facts)
    const asks = classified.some(({ kind }) => kind === 'request')
    const note = classified.find((each) => each.kind === 'notification')
    if (resumed === undefined) {
      if (this.#askedOverHttp.method !== 'POST')
        messageStream.bare({ method: `http/${this.#askedOverHttp.method}` })
      else if (messages.length === 0 || classified.some(({ kind }) => kind === 'invalid'))
        messageStream.bare({ method: '', text })
      else messageStream.fromClient(body ?? null, text)
    }
    return {
      connection,
      messageStream,
      isOpening: opening !== undefined,
      isAsking: asks,
      isResuming: resumed !== undefined,
      ...(asks || note?.kind !== 'notification' ? {} : { note: note.message }),
      isRefusable: anomalies !== undefined,
    }
  }

  #findAnomalies(body: JsonValue | undefined): HttpAnomalies | undefined {
    const { recorder, ownHosts } = this.#surroundings
    return httpAnomalies(
      { verb: this.#askedOverHttp.method, headers: this.#askedOverHttp.headers, ...defined({ body }) },
      {
        ownHosts,
        session: (id) => this.#surroundings.sessions.find(id),
        needsSession: this.#surroundings.sessions.areIssued,
        paramHeaders: (tool) => recorder.paramHeaders(tool),
      },
    )
  }

  #factsOf(anomalies: HttpAnomalies | undefined): MessageStreamFacts {
    const revision = textOf(this.#askedOverHttp.headers['mcp-protocol-version'])
    return {
      http: defined({ anomalies }),
      principal: this.#surroundings.credentials.principalOf(
        this.#askedOverHttp.headers,
        this.#askedOverHttp.path,
      ),
      ...defined({ revision }),
    }
  }
}

interface Asked {
  readonly connection: RecordedConnection
  readonly messageStream: MessageStream
  readonly isOpening: boolean
  /** True for a message that wants one for an answer. */
  readonly isAsking: boolean
  /** It reads on what another request began. */
  readonly isResuming: boolean
  /** The notification that it is, if it asks for nothing. */
  readonly note?: RpcNotification
  /** True for headers that a server may refuse. */
  readonly isRefusable: boolean
}

interface ResponseHead {
  readonly verb: string
  readonly status: number
  readonly head: IncomingHttpHeaders
  readonly sessionId: string | undefined
  /** Is called when all of it was read. */
  readonly settle: () => void
}

interface ResponseTap {
  isTooLong(): boolean
  chunk(chunk: Uint8Array): void
  over(how: 'whole' | 'client-gone' | 'server-gone'): void
}

function createResponseTap(
  asked: Asked,
  { verb, status, head, sessionId, settle }: ResponseHead,
  surroundings: TapSurroundings,
): ResponseTap {
  const { sessions, resumable } = surroundings
  const { connection, messageStream, isOpening, isAsking, isResuming, note, isRefusable } = asked
  const type = (textOf(head['content-type']) ?? '').split(';')[0]?.trim().toLowerCase()
  const isStream = type === 'text/event-stream' && status < 300
  const issued = isOpening && status < 300 ? textOf(head['mcp-session-id']) : undefined
  if (isOpening && status < 300) sessions.opened(connection, issued)
  if (note !== undefined && (status >= 300 || isRefusable)) {
    const { method, params } = note
    messageStream.bare({ method, ...defined({ params }) })
  }
  const facts: HttpFacts = {
    status,
    ...(isStream ? { form: 'sse' } : type === 'application/json' ? { form: 'json' } : {}),
    ...(issued === undefined ? {} : { issuesSession: true }),
  }
  if (!isResuming) messageStream.learn(facts)
  const isGeneral = verb === 'GET' && !isResuming && isStream
  // The request of a general stream is over with its head: it has no other answer.
  if (isGeneral) messageStream.ended('answered')
  const told = isGeneral ? connection.messageStream('general') : messageStream
  const body = isStream
    ? streamBody(told, { isResuming, ...(isGeneral ? {} : { resumable }) })
    : jsonBody(told)
  let how: 'whole' | 'client-gone' | 'server-gone' = 'whole'
  const tap = createBodyTap(textOf(head['content-encoding']), body.chunk, () => {
    body.end()
    conclude()
    const isEnd = (verb === 'DELETE' && status < 300) || status === 404
    if (sessionId !== undefined && isEnd) sessions.ended(sessionId)
    settle()
  })

  function conclude(): void {
    if (isStream && !isGeneral && messageStream.isUnderWay && body.lastId() !== undefined) {
      // Who reads on will be told the rest.
      if (how !== 'client-gone') messageStream.hungUp()
      return
    }
    if (how === 'client-gone') told.ended('cancelled')
    else told.ended(how === 'whole' && (status >= 300 || !isAsking) ? 'answered' : 'broken')
  }

  return {
    isTooLong: () => body.isTooLong(),
    chunk: (chunk) => tap.push(chunk),
    over(ended) {
      how = ended
      tap.end()
    },
  }
}

const CLAIM = 'io.modelcontextprotocol/protocolVersion'

function isOpening(message: JsonValue): boolean {
  return isJsonObject(message) && message.method === 'initialize'
}

/** Every request of the modern era says so itself, and belongs to no session. */
function isModern(body: JsonValue | undefined, headers: IncomingHttpHeaders): boolean {
  const params = isJsonObject(body) && isJsonObject(body.params) ? body.params : {}
  if (isJsonObject(params._meta) && params._meta[CLAIM] !== undefined) return true
  return isModernRevision(textOf(headers['mcp-protocol-version']))
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
