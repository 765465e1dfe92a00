/** The `fetch` of the SDK's transport: sends what was really meant, and sees what really comes. */
import { type Clock, type Random, randomName } from '../../base/index.js'
import type { Listener } from './hear-reply.js'
import { type Fetch, mediaType } from './http-exchange.js'
import { cannotReadOn, describeGivenUp, mayNotReadOn, tooLarge } from './http-failure.js'
import type { Post, Reply } from './post.js'
import { readBody } from './read-body.js'
import { createReconnection, type Reconnection } from './reconnection.js'
import { tapStream } from './tap-stream.js'

export interface TapOptions {
  readonly peer: string
  readonly fetch: Fetch
  /** Sent with every request to the server itself, and to nobody else. */
  readonly headers: Headers
  readonly maxBytes: number
  readonly to: Listener
  /** Ends what has no signal of its own. */
  readonly closing: AbortSignal
  /** The stream on which the server speaks unasked was open, and the server knows its session no more. */
  readonly onSessionGone: (reply: Reply) => void
  readonly clock: Clock
  /** Spreads attempts to reconnect. */
  readonly random: Random
}

export interface TappedFetch {
  readonly fetch: Fetch
  /** Gives the headers by which `fetch` knows the POST until it is forgotten; the server does not see them. */
  expect(post: Post): { readonly headers: Readonly<Record<string, string>>; readonly forget: () => void }
  /**
   * Resolves when the stream on which the server speaks unasked is open or refused, where one was begun since this was asked last.
   * Never rejects.
   */
  takeListening(): Promise<unknown>
}

/** Creates a tap. */
export function createTappedFetch(options: TapOptions): TappedFetch {
  return new FetchWithTap(options)
}

class FetchWithTap implements TappedFetch {
  readonly #options: TapOptions
  // A name that no server has seen, so that none can forge it.
  readonly #mark = `x-post-${randomName()}`
  readonly #posts = new Map<string, Post>()
  readonly #resumable = new Map<string, Post>()
  readonly #reconnections = new WeakMap<Post, Reconnection>()
  #lastMark = 0
  #listening: Promise<unknown> = NOTHING_BEGUN
  #hasAsked = false
  #hasListened = false
  #ofListening: Reconnection | undefined

  constructor(options: TapOptions) {
    this.#options = options
  }

  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (!isForServer(init, headers))
      return rebuilt(
        await this.#readReply(
          await this.#options.fetch(url, { ...init, signal: init.signal ?? this.#options.closing }),
        ),
      )
    for (const [name, value] of this.#options.headers) if (!headers.has(name)) headers.set(name, value)
    if (init.method === 'POST') return this.#post(url, init, headers)
    return init.method === 'GET' ? this.#read(url, init, headers) : this.#pass(url, init, headers)
  }

  expect(post: Post): { readonly headers: Readonly<Record<string, string>>; readonly forget: () => void } {
    const name = String(++this.#lastMark)
    this.#posts.set(name, post)
    return { headers: { [this.#mark]: name }, forget: () => this.#posts.delete(name) }
  }

  takeListening(): Promise<unknown> {
    const begun = this.#listening
    this.#listening = NOTHING_BEGUN
    return begun
  }

  async #post(url: string | URL, init: RequestInit, headers: Headers): Promise<Response> {
    const sent = this.#posts.get(headers.get(this.#mark) ?? '')
    headers.delete(this.#mark)
    for (const [name, value] of Object.entries(sent?.headers ?? {})) headers.set(name, value)
    const body = sent?.text ?? init.body ?? null
    return this.#receive(await this.#options.fetch(url, { ...init, headers, body }), sent)
  }

  /** The first GET of the stream on which the server speaks unasked; every later one is an attempt to reconnect. */
  async #read(url: string | URL, init: RequestInit, headers: Headers): Promise<Response> {
    const lastEventId = headers.get('last-event-id')
    const owner = lastEventId === null ? undefined : this.#resumable.get(lastEventId)
    // What has been answered is not read on, whatever the SDK thinks of the answer.
    if (owner?.isAnswered === true) return nothingThere()
    const reconnection = this.#reconnectionOf(owner)
    const waitMs = reconnection.nextWaitMs()
    if (waitMs === undefined) return this.#giveUp(owner, reconnection)
    if (waitMs > 0) await this.#options.clock.sleep(waitMs, init.signal ?? this.#options.closing)
    const isFirst = owner === undefined && !this.#hasAsked
    if (owner === undefined) this.#hasAsked = true
    const head = this.#attempt(url, init, headers, reconnection)
    if (owner !== undefined) return this.#readOn(await head, owner, headers)
    this.#listening = head.catch(() => undefined)
    const response = await this.#receive(await head, undefined, lastEventId)
    const isGone = response.status === 404 && this.#hasListened && headers.has('mcp-session-id')
    if (isGone) this.#options.onSessionGone(await this.#readReply(response.clone()))
    else if (!isFirst && isFinal(response))
      this.#options.to.lost?.(describeGivenUp(response.status, reconnection.fruitless))
    this.#hasListened ||= response.ok
    return isOver(response, isFirst)
  }

  async #readOn(head: Response, owner: Post, asked: Headers): Promise<Response> {
    const response = await this.#receive(head, owner, asked.get('last-event-id'))
    const isSessionOver = response.status === 404 && asked.has('mcp-session-id')
    if (isFinal(response) && !isSessionOver && owner.reply !== undefined)
      owner.failure ??= mayNotReadOn(this.#options.peer, owner.reply)
    return isOver(response, false)
  }

  async #attempt(
    url: string | URL,
    init: RequestInit,
    headers: Headers,
    reconnection: Reconnection,
  ): Promise<Response> {
    try {
      const response = await this.#options.fetch(url, { ...init, headers })
      if (!response.ok || !isEventStream(response)) reconnection.refused(response.headers)
      return response
    } catch (failure) {
      reconnection.refused(undefined)
      throw failure
    }
  }

  /** The stream is asked for no more. */
  #giveUp(owner: Post | undefined, { fruitless }: Reconnection): Response {
    if (owner === undefined) this.#options.to.lost?.(describeGivenUp(undefined, fruitless))
    else owner.failure ??= cannotReadOn(this.#options.peer, owner.reply, fruitless)
    return nothingThere()
  }

  #reconnectionOf(post: Post | undefined): Reconnection {
    const known = post === undefined ? this.#ofListening : this.#reconnections.get(post)
    if (known !== undefined) return known
    const created = createReconnection(this.#options)
    if (post === undefined) this.#ofListening = created
    else this.#reconnections.set(post, created)
    return created
  }

  /** The end of a session: nothing of it is for anybody. */
  async #pass(url: string | URL, init: RequestInit, headers: Headers): Promise<Response> {
    return rebuilt(await this.#readReply(await this.#options.fetch(url, { ...init, headers })))
  }

  async #receive(response: Response, post: Post | undefined, lastEventId?: string | null): Promise<Response> {
    if (response.ok && isEventStream(response)) {
      if (post !== undefined) post.reply = undefined
      if (response.status !== 200)
        this.#options.to.misdelivered?.(
          `a stream of events came with HTTP ${response.status}, where one comes with 200`,
        )
      const reconnection = this.#reconnectionOf(post)
      reconnection.opened()
      const resumedFrom = lastEventId ?? undefined
      return tapStream(response, {
        ...{
          peer: this.#options.peer,
          maxBytes: this.#options.maxBytes,
          to: this.#options.to,
          post,
          resumedFrom,
          reconnection,
        },
        onId: this.#resumeFrom(post),
      })
    }
    const reply = await this.#readReply(response)
    if (post !== undefined) post.reply = reply
    return rebuilt(
      response.ok && post !== undefined && isJson(response) ? { ...reply, body: NO_MESSAGES } : reply,
    )
  }

  #resumeFrom(post: Post | undefined): (id: string) => void {
    let last: string | undefined
    return (id) => {
      if (post === undefined) return
      if (last !== undefined) this.#resumable.delete(last)
      last = id
      this.#resumable.set(id, post)
      const [oldest] = this.#resumable.keys()
      if (this.#resumable.size > MAX_RESUMABLE && oldest !== undefined) this.#resumable.delete(oldest)
    }
  }

  async #readReply(response: Response): Promise<Reply> {
    const body = await readBody(response, this.#options.maxBytes)
    if (body === undefined) throw tooLarge(this.#options.peer, this.#options.maxBytes)
    const { status, statusText, headers } = response
    return { status, statusText, headers, body }
  }
}

/** What ends the attempts of the SDK, which would ask again without end. */
function nothingThere(): Response {
  return new Response(null, { status: 405 })
}

/** A refusal that will be the same the next time ends the attempts; the first request, and authorization, are the SDK's to judge. */
function isOver(response: Response, isFirst: boolean): Response {
  return !isFirst && isFinal(response) ? nothingThere() : response
}

function isFinal({ status }: Response): boolean {
  return status >= 300 && status < 500 && !MAY_PASS.has(status)
}

/** Authorization wanted, scope wanted, time-outs, too early, and too many. */
const MAY_PASS = new Set([401, 403, 408, 425, 429])

const NOTHING_BEGUN = Promise.resolve()
/** So many broken streams can be read on; each keeps its POST. */
const MAX_RESUMABLE = 100

/** The requests of an authorization go to others, and ask for no stream. */
function isForServer({ method }: RequestInit, headers: Headers): boolean {
  return method === 'DELETE' || headers.get('accept')?.includes('text/event-stream') === true
}

function isEventStream(response: Response): boolean {
  return mediaType(response.headers) === 'text/event-stream'
}

function isJson(response: Response): boolean {
  return mediaType(response.headers) === 'application/json'
}

/** What was heard here the SDK need not read again: it would build whatever stands there, however deep. */
const NO_MESSAGES = { text: '[]', isUtf8: true }

function rebuilt({ status, statusText, headers, body }: Reply): Response {
  const hasBody = status !== 204 && status !== 205 && status !== 304
  return new Response(hasBody ? body.text : null, { status, statusText, headers })
}
