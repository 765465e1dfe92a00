/** The fetch of a client of ours that is recorded: whoever it asks may be silent for as long as it likes. */
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import { Readable } from 'node:stream'
import type { MessageStream, Recorder } from '../recording/index.js'
import type { Fetch } from '../transport/index.js'
import type { Credentials } from './credentials.js'
import { responseHeaders } from './forwarded-headers.js'
import { createSessions } from './sessions.js'
import { createRequestTap, type RequestTap } from './tap-request.js'

export interface RecordedFetchOptions {
  /** All requests go there. */
  readonly upstream: URL
  /** Put over those of each request. */
  readonly headers: Readonly<Record<string, string>>
  readonly recorder: Recorder
  readonly credentials: Credentials
}

export interface RecordedFetch {
  readonly fetch: Fetch
  /** Breaks what is under way; resolves when all of it was told to the recorder. */
  close(): Promise<void>
}

export function createRecordedFetch({
  upstream,
  headers: given,
  recorder,
  credentials,
}: RecordedFetchOptions): RecordedFetch {
  const isSecure = upstream.protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const send = isSecure ? requestHttps : requestHttp
  const sessions = createSessions(recorder)
  const shared = {
    recorder,
    sessions,
    credentials,
    ownHosts: [],
    resumable: new Map<string, MessageStream>(),
  }
  const reading = new Set<Promise<void>>()

  async function fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const { method = 'GET', signal } = init
    const asked = Object.fromEntries(new Headers(init.headers))
    const { pathname, search } = new URL(url)
    // The client means the server, and no name of ours.
    const headers = { ...asked, host: 'localhost' }
    const tap = createRequestTap({ method, path: pathname + search, headers }, shared)
    reading.add(tap.settled)
    void tap.settled.then(() => reading.delete(tap.settled))
    const over = once(tap)
    const isGone = (): 'client-gone' | 'server-gone' => (signal?.aborted ? 'client-gone' : 'server-gone')
    // Bodies of ours are text.
    const body = typeof init.body === 'string' ? Buffer.from(init.body) : undefined
    if (body !== undefined) tap.requestChunk(body)
    tap.requestEnd()
    const answered = new Promise<Response>((resolve, reject) => {
      const asking = send(url, {
        ...{ method, agent },
        headers: { ...asked, 'accept-encoding': 'identity', ...lowerCase(given) },
        ...(signal === null || signal === undefined ? {} : { signal }),
      })
      asking.on('error', reject)
      asking.on('response', (answer) => {
        const { statusCode = 502, headers: head } = answer
        tap.responseHead(statusCode, head)
        answer.on('data', (chunk: Uint8Array) => tap.responseChunk(chunk))
        answer.on('end', () => over('whole'))
        answer.on('error', () => over(isGone()))
        // Its reader wants no more of it.
        answer.on('close', () => over('client-gone'))
        try {
          resolve(responseOf(answer))
        } catch {
          // What the platform says of it names no status.
          const status = `${statusCode} ${JSON.stringify(answer.statusMessage)}`
          reject(new Error(`it answered with a status that HTTP does not have: ${status}`))
        }
      })
      asking.end(body)
    })
    try {
      return await answered
    } catch (failure) {
      // Also what was never sent, such as a header that HTTP does not allow.
      over(isGone())
      throw failure
    }
  }

  return {
    fetch,
    async close() {
      agent.destroy()
      await Promise.all(reading)
      sessions.close()
    },
  }
}

/** Only the first end counts. */
function once(tap: RequestTap): RequestTap['over'] {
  let isOver = false
  return (how) => {
    if (!isOver) tap.over(how)
    isOver = true
  }
}

/** @throws RangeError or TypeError for a status that the platform does not take */
function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 502, statusMessage: statusText = '', rawHeaders } = answer
  const headers = new Headers()
  const raw = responseHeaders(rawHeaders)
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i] ?? '', raw[i + 1] ?? '')
  const isEmpty = status === 204 || status === 205 || status === 304
  if (isEmpty) answer.resume()
  return new Response(isEmpty ? null : toWeb(answer), { status, statusText, headers })
}

function toWeb(answer: IncomingMessage): ReadableStream {
  // The platform's stream by another name.
  return Readable.toWeb(answer) as ReadableStream
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
