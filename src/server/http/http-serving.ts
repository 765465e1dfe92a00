/** How a service is served over HTTP. */
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpRequestFacts } from '../service.js'
import type { HttpRefusal } from './refusal.js'

export interface HttpServing {
  /** Default: 127.0.0.1, which nobody reaches from other machines. */
  readonly host?: string
  /** Default: a free one. */
  readonly port?: number
  /** Default: /mcp. */
  readonly path?: string
  readonly profile?: HttpProfile
  /**
   * Is asked before the machine's own checks, and may refuse the request in its own way. Where it throws the client gets status 500.
   */
  readonly refuse?: (facts: HttpRequestFacts) => HttpRefusal | undefined | Promise<HttpRefusal | undefined>
  /**
   * Who is asking, by its headers alone: asked before a body is read. A
   * session, a question and the room for them belong to the principal that began them; to others they are not there.
   */
  readonly identify?: (headers: IncomingHttpHeaders) => { readonly principal: string } | HttpRefusal
  /** The names of hosts that requests may be for, and pages may come from; default: those of this machine. */
  readonly allowedHosts?: readonly string[]
  /** The largest body; default 16 MiB. */
  readonly maxBodyBytes?: number
  /** Of one principal. Beyond it the session that was not used for longest is ended; default 1000. */
  readonly maxSessions?: number
}

/** What a server may do over HTTP in one way or the other. The modern era has neither sessions nor ids of events. */
export interface HttpProfile {
  /** Default: true. Without them a server can ask nothing of a client. */
  readonly sessions?: boolean
  /**
   * The form of responses; default: JSON, and events where something is said before the answer. `resumable`: events wherever a
   * client could come back to them, which is in sessions.
   */
  readonly form?: 'json' | 'sse' | 'auto' | 'resumable'
  /** Ids by which a client can read on after its stream broke; default: true in sessions, and else false: nobody can read on. */
  readonly eventIds?: boolean
  /** An event without data at the start of a stream, from which a client can read on; default: true. It needs ids of events. */
  readonly primes?: boolean
  /** What clients are told to wait before they come back. */
  readonly retryMs?: number
}

/** The form of responses outside of sessions. */
export function formAlone({ form = 'auto' }: HttpProfile): 'json' | 'sse' | 'auto' {
  return form === 'resumable' ? 'auto' : form
}

export interface ServedHttp extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Ends every session, stream and turn; resolves when no connection is left. May be called twice. */
  close(): Promise<void>
}
