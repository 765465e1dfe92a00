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
  const { peer, maxBytes, to, closing } = options
  // A name that no server has seen, so that none can forge it.
  const mark = `x-post-${randomName()}`
  const posts = new Map<string, Post>()
  const resumable = new Map<string, Post>()
  let lastMark = 0
  let listening: Promise<unknown> = NOTHING_BEGUN
  let hasAsked = false
  let hasListened = false
  const reconnections = new WeakMap<Post, Reconnection>()
  let ofListening: Reconnection | undefined

  async function tapped(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!isForServer(init, headers))
      return rebuilt(await readReply(await options.fetch(url, { ...init, signal: init.signal ?? closing })))
    for (const [name, value] of options.headers) if (!headers.has(name)) headers.set(name, value)
    if (init.method === 'POST') return post(url, init, headers)
    return init.method === 'GET' ? read(url, init, headers) : pass(url, init, headers)
  }

  async function post(url: string | URL, init: RequestInit, headers: Headers): Promise<Response> {
    const sent = posts.get(headers.get(mark) ?? '')
    headers.delete(mark)
    for (const [name, value] of Object.entries(sent?.headers ?? {})) headers.set(name, value)
    const body = sent?.text ?? init.body ?? null
    return receive(await options.fetch(url, { ...init, headers, body }), sent)
  }

  /** The first GET of the stream on which the server speaks unasked; every later one is an attempt to reconnect. */
  async function read(url: string | URL, init: RequestInit, headers: Headers): Promise<Response> {
    const lastEventId = headers.get('last-event-id')
    const owner = lastEventId === null ? undefined : resumable.get(lastEventId)
    // What has been answered is not read on, whatever the SDK thinks of the answer.
    if (owner?.isAnswered === true) return nothingThere()
    const reconnection = reconnectionOf(owner)
    const waitMs = reconnection.nextWaitMs()
    if (waitMs === undefined) return giveUp(owner, reconnection)
    if (waitMs > 0) await options.clock.sleep(waitMs, init.signal ?? closing)
    const isFirst = owner === undefined && !hasAsked
    if (owner === undefined) hasAsked = true
    const head = attempt(url, init, headers, reconnection)
    if (owner !== undefined) return readOn(await head, owner, headers)
    listening = head.catch(() => undefined)
    const response = await receive(await head, undefined, lastEventId)
    const isGone = response.status === 404 && hasListened && headers.has('mcp-session-id')
    if (isGone) options.onSessionGone(await readReply(response.clone()))
    else if (!isFirst && isFinal(response))
      to.lost?.(describeGivenUp(response.status, reconnection.fruitless))
    hasListened ||= response.ok
    return isOver(response, isFirst)
  }

  async function readOn(head: Response, owner: Post, asked: Headers): Promise<Response> {
    const response = await receive(head, owner, asked.get('last-event-id'))
    const isSessionOver = response.status === 404 && asked.has('mcp-session-id')
    if (isFinal(response) && !isSessionOver && owner.reply !== undefined)
      owner.failure ??= mayNotReadOn(peer, owner.reply)
    return isOver(response, false)
  }

  async function attempt(
    url: string | URL,
    init: RequestInit,
    headers: Headers,
    reconnection: Reconnection,
  ): Promise<Response> {
    try {
      const response = await options.fetch(url, { ...init, headers })
      if (!response.ok || !isEventStream(response)) reconnection.refused(response.headers)
      return response
    } catch (failure) {
      reconnection.refused(undefined)
      throw failure
    }
  }

  /** The stream is asked for no more. */
  function giveUp(owner: Post | undefined, { fruitless }: Reconnection): Response {
    if (owner === undefined) to.lost?.(describeGivenUp(undefined, fruitless))
    else owner.failure ??= cannotReadOn(peer, owner.reply, fruitless)
    return nothingThere()
  }

  function reconnectionOf(post: Post | undefined): Reconnection {
    const known = post === undefined ? ofListening : reconnections.get(post)
    if (known !== undefined) return known
    const created = createReconnection(options)
    if (post === undefined) ofListening = created
    else reconnections.set(post, created)
    return created
  }

  /** The end of a session: nothing of it is for anybody. */
  async function pass(url: string | URL, init: RequestInit, headers: Headers): Promise<Response> {
    return rebuilt(await readReply(await options.fetch(url, { ...init, headers })))
  }

  async function receive(
    response: Response,
    post: Post | undefined,
    lastEventId?: string | null,
  ): Promise<Response> {
    if (response.ok && isEventStream(response)) {
      if (post !== undefined) post.reply = undefined
      if (response.status !== 200)
        to.misdelivered?.(`a stream of events came with HTTP ${response.status}, where one comes with 200`)
      const reconnection = reconnectionOf(post)
      reconnection.opened()
      const resumedFrom = lastEventId ?? undefined
      return tapStream(response, {
        ...{ peer, maxBytes, to, post, resumedFrom, reconnection },
        onId: resumeFrom(post),
      })
    }
    const reply = await readReply(response)
    if (post !== undefined) post.reply = reply
    return rebuilt(
      response.ok && post !== undefined && isJson(response) ? { ...reply, body: NO_MESSAGES } : reply,
    )
  }

  function resumeFrom(post: Post | undefined): (id: string) => void {
    let last: string | undefined
    return (id) => {
      if (post === undefined) return
      if (last !== undefined) resumable.delete(last)
      last = id
      resumable.set(id, post)
      const [oldest] = resumable.keys()
      if (resumable.size > MAX_RESUMABLE && oldest !== undefined) resumable.delete(oldest)
    }
  }

  async function readReply(response: Response): Promise<Reply> {
    const body = await readBody(response, maxBytes)
    if (body === undefined) throw tooLarge(peer, maxBytes)
    const { status, statusText, headers } = response
    return { status, statusText, headers, body }
  }

  return {
    fetch: tapped,
    expect(post) {
      const name = String(++lastMark)
      posts.set(name, post)
      return { headers: { [mark]: name }, forget: () => posts.delete(name) }
    },
    takeListening() {
      const begun = listening
      listening = NOTHING_BEGUN
      return begun
    },
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
