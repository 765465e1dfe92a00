/** One server: who may use it when, in which session, and how it is. */
import { setMaxListeners } from 'node:events'
import {
  type Backoff,
  type Clock,
  createBackoff,
  type Random,
  SessionError,
  systemClock,
  UsageError,
} from '../../base/index.js'
import type { ServerEntry } from '../../config/index.js'
import { describeServer } from '../../launch/index.js'
import type { ServerTools } from '../../registry/index.js'
import type { Session } from '../../session/index.js'
import type { Requester } from '../requester.js'
import { createErrorRedaction, type ErrorRedaction } from './error-redaction.js'
import { createFairQueue, type FairQueue } from './fair-queue.js'
import { followLists } from './follow-lists.js'
import type { UpstreamLimits, UpstreamsOptions } from './options.js'
import { createRate, type Rate } from './rate.js'
import { createSessionPool, type Opening, type SessionPool } from './session-pool.js'
import { openUpstreamSession, type UpstreamSession } from './upstream-session.js'
import type { ListChange, UpstreamHealth } from './upstreams.js'

export interface UpstreamServer {
  readonly name: string
  /** See LiveUpstreams. */
  use<Result>(requester: Requester, work: (session: Session) => Promise<Result>): Promise<Result>
  /** Beside the limits, in a session that is open already where there is one. */
  list(): Promise<ServerTools>
  /** A failure in one sentence that is safe to print. */
  explain(failure: unknown): string
  health(): UpstreamHealth
  close(): Promise<void>
}

export interface UpstreamServerOptions {
  readonly upstreams: UpstreamsOptions
  readonly limits: UpstreamLimits
  readonly random: Random
  readonly onChange: (change: ListChange) => void
  /** It was started, for the first time or again: its tools may be others than they were. */
  readonly onStarted: () => void
}

/** Starts nothing yet. Whoever made it closes it. */
export function createUpstreamServer(entry: ServerEntry, options: UpstreamServerOptions): UpstreamServer {
  return new PooledServer(entry, options)
}

class PooledServer implements UpstreamServer {
  readonly #entry: ServerEntry
  readonly #options: UpstreamServerOptions
  readonly #clock: Clock
  readonly #errorRedaction: ErrorRedaction
  readonly #backoff: Backoff
  readonly #queue: FairQueue
  readonly #rate: Rate | undefined
  readonly #pool: SessionPool
  readonly name: string
  readonly explain: UpstreamServer['explain']
  #isClosed = false

  constructor(entry: ServerEntry, options: UpstreamServerOptions) {
    this.#entry = entry
    this.#options = options
    const { clock = systemClock, patienceMs = 10_000 } = options.upstreams
    this.#clock = clock
    this.#errorRedaction = createErrorRedaction(entry)
    this.#backoff = createBackoff(options.upstreams.backoff ?? {}, { clock, random: options.random })
    this.#queue = createFairQueue(options.limits.concurrency ?? 100)
    this.#rate = options.limits.rate === undefined ? undefined : createRate(options.limits.rate, clock)
    this.#pool = createSessionPool({
      ...{ server: entry.name, clock, backoff: this.#backoff, patienceMs },
      open: (opening) => this.#open(opening),
      onStarted: options.onStarted,
      maxSessions: options.limits.sessions ?? 100,
    })
    this.name = entry.name
    this.explain = this.#errorRedaction.sentence
  }

  async use<Result>(requester: Requester, work: (session: Session) => Promise<Result>): Promise<Result> {
    let hasPlace = false
    let hasBegun = false
    // A run may ask for much at once, which is no leak.
    if (requester.hasCostlySignal !== true) setMaxListeners(0, requester.signal)
    try {
      if (!this.#queue.enterAtOnce()) await this.#queue.enter(lineOf(requester), requester.signal)
      hasPlace = true
      if (this.#rate !== undefined) await this.#rate.wait(requester.signal)
      return await this.#pool.use(requester, (upstream) => {
        hasBegun = true
        return upstream.serve(requester, work)
      })
    } catch (failure) {
      if (this.#isClosed && !hasBegun) throw this.#alreadyClosed()
      if (!hasBegun && requester.signal.aborted)
        throw new SessionError(
          'REQUEST_ABORTED',
          `Cannot use "${this.#entry.name}": the caller cancelled it`,
          {
            cause: requester.signal.reason,
          },
        )
      throw this.#errorRedaction.failure(failure)
    } finally {
      if (hasPlace) this.#queue.leave()
    }
  }

  readonly list = (): Promise<ServerTools> =>
    this.#pool.use(undefined, (upstream) =>
      upstream.serve(undefined, (session) => describeServer(this.#entry, session)),
    )

  health(): UpstreamHealth {
    const { failures } = this.#backoff
    const { lastFailure, isOpening, size } = this.#pool
    return {
      server: this.#entry.name,
      state: isOpening ? 'starting' : size > 0 ? 'ready' : failures > 0 ? 'waiting' : 'idle',
      sessions: size,
      failures,
      // What is well again has no problem any more.
      ...(lastFailure === undefined || (failures === 0 && size > 0)
        ? {}
        : { problem: this.#errorRedaction.sentence(lastFailure) }),
      ...(failures === 0 || size > 0
        ? {}
        : { retryAt: new Date(this.#clock.now() + this.#backoff.waitMs()).toISOString() }),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue.close(this.#alreadyClosed)
    await this.#pool.close()
  }

  async #open({ requester, signal, onLost }: Opening): Promise<UpstreamSession> {
    const { upstreams, onChange, onStarted, random } = this.#options
    const upstream = await openUpstreamSession({
      ...{ entry: this.#entry, requester, upstreams, signal, onChange },
      onEnd: onLost,
      // What lived through its work is well.
      onLived: this.#backoff.succeeded,
    })
    void followLists(upstream.session, { clock: this.#clock, random, signal, onGap: onStarted })
    return upstream
  }

  readonly #alreadyClosed = (): UsageError =>
    new UsageError('ALREADY_CLOSED', `Cannot use "${this.#entry.name}": the servers were closed`)
}

/** A client's own, or that of all of a principal who are alike. */
function lineOf({ principal, key }: Requester): string {
  return `${principal.length} ${principal} ${key}`
}
