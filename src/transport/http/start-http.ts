/** A server behind a URL (specification: basic/transports, Streamable HTTP), in both eras. */
import type { AuthProvider, JSONRPCMessage, OAuthClientProvider } from '@modelcontextprotocol/client'
import {
  type Clock,
  defined,
  type JsonValue,
  parseJson,
  type Random,
  randomName,
  seededRandom,
  systemClock,
  TransportError,
  UsageError,
  waitFor,
} from '../../base/index.js'
import { MESSAGE_BYTES } from '../../protocol/index.js'
import { describeEnd } from '../describe-end.js'
import { createMailbox } from '../mailbox.js'
import type { ConnectionEnd, SendOptions, Transport, TransportReceiver } from '../transport.js'
import { resolvesWithin } from '../within.js'
import { createAnswerWatch } from './answer-watch.js'
import type { AuthorizationCode } from './authorization-code.js'
import { createAuthorizedSending } from './authorized-sending.js'
import { checkedHeaders, checkedUrl } from './check-endpoint.js'
import { hearReply, type Listener } from './hear-reply.js'
import { type Fetch, type HttpExchange, watchFetch, withoutQuery } from './http-exchange.js'
import { httpFailed, sessionGone } from './http-failure.js'
import { createPost, type Post } from './post.js'
import { createTappedFetch } from './tapped-fetch.js'

export interface HttpOptions {
  /** Sent with every request to the server, and to nobody else: not to where its authorization is. */
  readonly headers?: Readonly<Record<string, string>>
  /** Gives the tokens, as in the official SDK: a provider of the OAuth flow, or of a token alone. */
  readonly authProvider?: OAuthClientProvider | AuthProvider
  /**
   * Called once the provider has sent the user to the authorization server. Gives the code that came back, or all parameters of
   * the URL that came back, of which the issuer is checked; what was to be sent is sent again then.
   */
  readonly authorizationCode?: () => Promise<AuthorizationCode>
  /**
   * Default: the platform's, which gives up after five minutes of silence. A handler of the SDK serves in the same process:
   * `(url, init) => handler.fetch(new Request(url, init))`.
   */
  readonly fetch?: Fetch
  /** The longest body, and the longest event of a stream; default 16 MiB. Beyond it the exchange fails: MESSAGE_TOO_LARGE. */
  readonly maxMessageBytes?: number
  readonly clock?: Clock
  /** Spreads attempts to reconnect. Default: a seed of its own. */
  readonly random?: Random
  /** Is told every HTTP request. Must not throw. */
  readonly onExchange?: (exchange: HttpExchange) => void
}

/**
 * Resolves at once: HTTP has no connection to open, the first message is the first request.
 * A session of the legacy era, which the server begins, is ended by `close`. Where the server ends it (HTTP 404), the transport
 * ends. A stream that breaks before the answer is read on where the server allows it, and its own stream is opened again, later with
 * each attempt that brings nothing: after eight of them in a row the request fails with HTTP_FAILED, and its own stream is lost.
 * @throws UsageError USAGE for a URL or headers that HTTP cannot use
 */
export async function startHttp(url: string | URL, options: HttpOptions = {}): Promise<Transport> {
  const endpoint = checkedUrl(url)
  const headers = checkedHeaders(options.headers)
  // Only who speaks HTTP pays for loading it.
  const client = await import('@modelcontextprotocol/client')
  const transport = new HttpTransport(endpoint, headers, options, client)
  await transport.ready()
  return transport
}

type Sdk = typeof import('@modelcontextprotocol/client')

class HttpTransport implements Transport {
  readonly #clock: Clock
  readonly #maxMessageBytes: number
  readonly peer: string
  readonly hasOwnStreams = true
  readonly #mailbox = createMailbox()
  readonly #answers = createAnswerWatch(this.#mailbox.misdelivered)
  readonly #to: Listener = { ...this.#mailbox, answered: this.#answers.heard }
  readonly #closing = new AbortController()
  readonly #inFlight = new Set<AbortController>()
  readonly #tap: ReturnType<typeof createTappedFetch>
  readonly #sdk: InstanceType<Sdk['StreamableHTTPClientTransport']>
  readonly #sendAuthorized: (send: () => Promise<void>) => Promise<void>
  #over: Promise<void> | undefined
  #isClosedHere = false
  #lastNotice: Promise<unknown> = DONE

  constructor(endpoint: URL, headers: ReturnType<typeof checkedHeaders>, options: HttpOptions, client: Sdk) {
    const { clock = systemClock, maxMessageBytes = MESSAGE_BYTES, onExchange } = options
    this.#clock = clock
    this.#maxMessageBytes = maxMessageBytes
    this.peer = withoutQuery(endpoint)
    const bareFetch: Fetch = options.fetch ?? ((...request) => fetch(...request))
    this.#tap = createTappedFetch({
      peer: this.peer,
      fetch: onExchange === undefined ? bareFetch : watchFetch(bareFetch, this.#clock, onExchange),
      headers,
      maxBytes: this.#maxMessageBytes,
      to: this.#to,
      closing: this.#closing.signal,
      clock: this.#clock,
      random: options.random ?? seededRandom(randomName()),
      onSessionGone: (reply) => void this.#finish('closed-by-peer', sessionGone(this.peer, reply)),
    })
    this.#sdk = new client.StreamableHTTPClientTransport(endpoint, {
      fetch: this.#tap.fetch,
      ...defined({ authProvider: options.authProvider }),
      // When to reconnect, and when to stop, is decided where the request is made, which knows the stream.
      reconnectionOptions: NO_LIMIT,
      reconnectionScheduler: (reconnect) => reconnect(),
    })
    this.#sendAuthorized = createAuthorizedSending({
      sdk: this.#sdk,
      isUnfinished: (failure) => failure instanceof client.UnauthorizedError,
      askCode: options.authorizationCode,
    })
  }

  ready(): Promise<void> {
    return this.#sdk.start()
  }

  readonly start = (receiver: TransportReceiver): void => this.#mailbox.open(receiver)

  readonly send: Transport['send'] = (message, options = {}) =>
    this.#post(options.text ?? JSON.stringify(message), message, options)

  readonly sendText: Transport['sendText'] = (text, options = {}) =>
    this.#post(text, readJson(text), { ...options, isText: true })

  readonly close = (): Promise<void> => {
    this.#isClosedHere = true
    return this.#finish('closed-here')
  }

  readonly [Symbol.asyncDispose] = this.close

  #post(
    text: string,
    value: JsonValue | undefined,
    options: SendOptions & { isText?: boolean },
  ): Promise<void> {
    const cancel = new AbortController()
    const post = createPost(text, value, cancel.signal, options)
    return this.#sendInTurn(post, cancel, options.signal)
  }

  #finish(kind: ConnectionEnd['kind'], error?: TransportError): Promise<void> {
    this.#over ??= this.#end(kind, error)
    return this.#over
  }

  async #end(kind: ConnectionEnd['kind'], error: TransportError | undefined): Promise<void> {
    for (const cancel of this.#inFlight) cancel.abort(this.#cannotSend())
    if (kind === 'closed-here' && this.#sdk.sessionId !== undefined)
      // A server that does not care to end its session must not hold us.
      await resolvesWithin(
        this.#sdk.terminateSession().catch(() => undefined),
        TERMINATE_MS,
        this.#clock,
      )
    this.#closing.abort()
    await this.#sdk.close()
    this.#mailbox.closed({ kind, stderrTail: [], ...defined({ error }) })
  }

  readonly #cannotSend = (): Error => {
    if (this.#isClosedHere)
      return new UsageError(
        'ALREADY_CLOSED',
        `Cannot send to "${this.peer}": the connection was closed by this side`,
      )
    const how = this.#mailbox.end === undefined ? 'the connection is ending' : describeEnd(this.#mailbox.end)
    return new TransportError('CONNECTION_CLOSED', `Cannot send to "${this.peer}": ${how}`)
  }

  async #sendInTurn(post: Post, cancel: AbortController, signal?: AbortSignal): Promise<void> {
    if (this.#over !== undefined) throw this.#cannotSend()
    this.#inFlight.add(cancel)
    const settled = new AbortController()
    const onAbort = (): void => cancel.abort(signal?.reason)
    if (signal?.aborted === true) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true, signal: settled.signal })
    const turn = this.#lastNotice
    const work = turn.then(() => this.#exchange(post))
    // A server that never answers a notification must not hold for ever what follows it.
    if (!post.asks)
      this.#lastNotice = turn.then(() =>
        resolvesWithin(
          work.catch(() => undefined),
          NOTICE_MS,
          this.#clock,
        ),
      )
    try {
      await waitFor(work, { signal: post.signal, onTimeout: this.#cannotSend, clock: this.#clock })
    } finally {
      settled.abort()
      this.#inFlight.delete(cancel)
      post.end()
    }
  }

  async #exchange(post: Post): Promise<void> {
    if (post.signal.aborted) return
    const { headers, forget } = this.#tap.expect(post)
    this.#answers.begin(post)
    const revision = new Headers(post.headers).get('mcp-protocol-version')
    if (revision !== null) this.#sdk.setProtocolVersion(revision)
    let cause: unknown
    try {
      await this.#sendAuthorized(() =>
        this.#sdk.send(asSdkMessage(post), {
          headers,
          requestSignal: post.signal,
          onRequestStreamEnd: post.end,
        }),
      )
      if (!post.asks) await resolvesWithin(this.#tap.takeListening(), LISTEN_MS, this.#clock)
      else if (post.reply === undefined) await post.over
    } catch (failure) {
      cause = failure
    } finally {
      forget()
    }
    try {
      this.#conclude(post, cause)
    } finally {
      this.#answers.end(post)
    }
  }

  /** Tells the reply; returns when nothing is owed any more. */
  #conclude(post: Post, cause: unknown): void {
    const { reply, failure } = post
    const isHeard = reply !== undefined && hearReply(reply, post, this.#to, this.#maxMessageBytes)
    if (failure !== undefined) throw failure
    if (isHeard || post.isAnswered || (cause === undefined && post.owed === 0)) return
    if (cause instanceof TransportError) throw cause
    if (reply?.status === 404 && this.#sdk.sessionId !== undefined) {
      void this.#finish('closed-by-peer', sessionGone(this.peer, reply))
      throw this.#cannotSend()
    }
    throw httpFailed({ peer: this.peer, reply, cause, ...defined({ stray: post.stray }) })
  }
}

/** How long the server may take to end its session; milliseconds. */
const TERMINATE_MS = 1000
/** How long what follows a notification waits for it; milliseconds. */
const NOTICE_MS = 5000
/** How long to wait for the head of the stream on which the server speaks unasked, so that nothing is missed. Servers of the official
 * SDK hold the head back until they have something to say, and each start pays for it. Milliseconds. */
const LISTEN_MS = 100
const NO_LIMIT = {
  initialReconnectionDelay: 0,
  maxReconnectionDelay: 0,
  reconnectionDelayGrowFactor: 1,
  maxRetries: Number.POSITIVE_INFINITY,
}
const DONE = Promise.resolve()

function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text, 'what is sent')
  } catch {
    // Text that is malformed on purpose.
    return undefined
  }
}

/** What the SDK is to think it sends: it reads methods, ids and the revision in it. What goes out is the text of the POST. */
function asSdkMessage({ messages, isBatch }: Post): JSONRPCMessage | JSONRPCMessage[] {
  // The SDK checks the shape wherever it relies on it; a message that is malformed on purpose is sent all the same.
  const shown = messages as unknown as JSONRPCMessage[]
  return isBatch ? shown : (shown[0] ?? ({} as JSONRPCMessage))
}
