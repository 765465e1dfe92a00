/** One HTTP request and the head of its response, told to whoever watches. */
import type { Clock } from '../../base/index.js'

/** What `fetch` is here. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Requests of the authorization are among them. Bodies are not: messages are told by the transport, and tokens by nobody. */
export interface HttpExchange {
  readonly method: string
  /** Without its query, which may hold secrets. */
  readonly url: string
  /** Names in lower case. The values of those that hold secrets are hidden; so below. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Absent when no response came. */
  readonly status?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** When the request was sent; monotonic. */
  readonly atMs: number
  /** Until the head of the response had come, or none could. */
  readonly tookMs: number
}

/** The same fetch, which tells `onExchange` of every request. It must not throw. */
export function watchFetch(inner: Fetch, clock: Clock, onExchange: (exchange: HttpExchange) => void): Fetch {
  return async (url, init = {}) => {
    const atMs = clock.monotonic()
    const told = (response?: Response): void =>
      onExchange({
        method: init.method ?? 'GET',
        url: withoutQuery(url),
        requestHeaders: shownHeaders(new Headers(init.headers)),
        ...(response === undefined
          ? {}
          : { status: response.status, responseHeaders: shownHeaders(response.headers) }),
        atMs,
        tookMs: clock.monotonic() - atMs,
      })
    try {
      const response = await inner(url, init)
      told(response)
      return response
    } catch (failure) {
      told()
      throw failure
    }
  }
}

/** A URL as it may be shown: without user, password, query and fragment. */
export function withoutQuery(url: string | URL): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** The content type without its parameters, in lower case. */
export function mediaType(headers: Headers): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  return type.trim().toLowerCase()
}

const SECRET =
  /^(cookie|set-cookie|dpop)$|(^|-)(auth|authorization|key|apikey)$|token|secret|password|credential/

function shownHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => {
      if (SECRET.test(name)) return [name, '(hidden)']
      // Of an authorization it holds the code.
      return [name, name === 'location' ? value.replace(/[?#].*/s, '') : value]
    }),
  )
}
