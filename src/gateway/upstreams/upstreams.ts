/** The servers that a gateway stands in front of. */
import type { UnavailableServer } from '../../plan/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { Session } from '../../session/index.js'
import type { Requester } from '../requester.js'

/**
 * Starts servers when they are first needed, and ends them: whoever made it closes it, and every process is gone by then.
 * One server's failure is that server's alone. All methods may be called concurrently, until `close`.
 */
export interface Upstreams extends AsyncDisposable {
  /** In the order of the config. */
  readonly servers: readonly string[]
  /**
   * What is known of the tools: of a fresh lock without starting anybody, else asked. A server that cannot be asked is named in
   * `unavailable`, and asked again after its back-off. With a server, that one alone is waited for, also beyond the patience of
   * lists: of the others there is what is known already.
   */
  catalogue(server?: string): Promise<Catalogue>
  /**
   * Told when a server says that a list of it, or a resource, has changed, and when its tools are seen to be others than the
   * catalogue had; the next catalogue has them. Returns how to stop listening. Listeners must not throw.
   */
  onChange(listener: (change: ListChange) => void): () => void
  health(): readonly UpstreamHealth[]
  close(): Promise<void>
}

/** Upstreams that can also be called. In dry mode there is none. */
export interface LiveUpstreams extends Upstreams {
  /**
   * Does work in a session with the server, once it is this requester's turn: within the server's limits of concurrency and rate,
   * of which it holds a place until the work is over. The session stays the upstreams' own, and is never shared by two
   * principals. A server that is down is started again, after its back-off; where that is longer than the patience, this rejects
   * at once as the last start did. Work that was begun is never begun again.
   * @throws UsageError USAGE for a server that is not in the config, ALREADY_CLOSED; SessionError REQUEST_ABORTED when the
   *   requester's signal aborts before the work has begun; TransportError and SessionError as the start, or the work, threw. What
   *   the server was given as a secret is replaced in them.
   */
  use<Result>(
    server: string,
    requester: Requester,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result>
}

export interface Catalogue {
  readonly registry: ToolRegistry
  readonly unavailable: readonly UnavailableServer[]
  /** Servers that told their tools themselves; those of all others stand in a lock, or were told in a copy. */
  readonly asked: readonly string[]
  /** Servers that are unavailable since they take too long: no list waits for them until they have told their tools. */
  readonly late?: readonly string[]
}

/** A list of a server has changed, or the contents of a resource that somebody subscribed to. */
export type ListChange =
  | { readonly server: string; readonly what: 'tools' | 'prompts' | 'resources' }
  | { readonly server: string; readonly what: 'resource'; readonly uri: string }

export interface UpstreamHealth {
  readonly server: string
  /** `idle`: not needed so far, or no more. `waiting`: its start failed, and the next one waits for `retryAt`. */
  readonly state: 'idle' | 'starting' | 'ready' | 'waiting'
  /** Sessions that are open. */
  readonly sessions: number
  /** In a row: starts that failed, and sessions that ended before they had answered anybody, or since they answered nobody any more. */
  readonly failures: number
  /** Why the last start failed, or the connection ended: one sentence, safe to print. */
  readonly problem?: string
  /** ISO 8601. */
  readonly retryAt?: string
}
