/** One server: who may use it when, in which session, and how it is. */
import { setMaxListeners } from 'node:events'
import { createBackoff, type Random, SessionError, systemClock, UsageError } from '../../base/index.js'
import type { ServerEntry } from '../../config/index.js'
import { describeServer } from '../../launch/index.js'
import type { ServerTools } from '../../registry/index.js'
import type { Session } from '../../session/index.js'
import type { Requester } from '../requester.js'
import { createErrorRedaction } from './error-redaction.js'
import { createFairQueue } from './fair-queue.js'
import { followLists } from './follow-lists.js'
import type { UpstreamLimits, UpstreamsOptions } from './options.js'
import { createRate } from './rate.js'
import { createSessionPool, type Opening } from './session-pool.js'
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
export function createUpstreamServer(
  entry: ServerEntry,
  { upstreams, limits, random, onChange, onStarted }: UpstreamServerOptions,
): UpstreamServer {
  const { name } = entry
  const { clock = systemClock, patienceMs = 10_000 } = upstreams
  const errorRedaction = createErrorRedaction(entry)
  const backoff = createBackoff(upstreams.backoff ?? {}, { clock, random })
  const queue = createFairQueue(limits.concurrency ?? 100)
  const rate = limits.rate === undefined ? undefined : createRate(limits.rate, clock)
  const pool = createSessionPool({
    ...{ server: name, clock, backoff, patienceMs, open, onStarted },
    maxSessions: limits.sessions ?? 100,
  })
  let isClosed = false

  async function open({ requester, signal, onLost }: Opening): Promise<UpstreamSession> {
    const upstream = await openUpstreamSession({
      ...{ entry, requester, upstreams, signal, onChange },
      onEnd: onLost,
      // What lived through its work is well.
      onLived: backoff.succeeded,
    })
    void followLists(upstream.session, { clock, random, signal, onGap: onStarted })
    return upstream
  }

  function alreadyClosed(): UsageError {
    return new UsageError('ALREADY_CLOSED', `Cannot use "${name}": the servers were closed`)
  }

  return {
    name,
    async use(requester, work) {
      let hasPlace = false
      let hasBegun = false
      // A run may ask for much at once, which is no leak.
      if (requester.hasCostlySignal !== true) setMaxListeners(0, requester.signal)
      try {
        if (!queue.enterAtOnce()) await queue.enter(lineOf(requester), requester.signal)
        hasPlace = true
        if (rate !== undefined) await rate.wait(requester.signal)
        return await pool.use(requester, (upstream) => {
          hasBegun = true
          return upstream.serve(requester, work)
        })
      } catch (failure) {
        if (isClosed && !hasBegun) throw alreadyClosed()
        if (!hasBegun && requester.signal.aborted)
          throw new SessionError('REQUEST_ABORTED', `Cannot use "${name}": the caller cancelled it`, {
            cause: requester.signal.reason,
          })
        throw errorRedaction.failure(failure)
      } finally {
        if (hasPlace) queue.leave()
      }
    },
    list: () =>
      pool.use(undefined, (upstream) =>
        upstream.serve(undefined, (session) => describeServer(entry, session)),
      ),
    explain: errorRedaction.sentence,
    health() {
      const { failures } = backoff
      const { lastFailure, isOpening, size } = pool
      return {
        server: name,
        state: isOpening ? 'starting' : size > 0 ? 'ready' : failures > 0 ? 'waiting' : 'idle',
        sessions: size,
        failures,
        // What is well again has no problem any more.
        ...(lastFailure === undefined || (failures === 0 && size > 0)
          ? {}
          : { problem: errorRedaction.sentence(lastFailure) }),
        ...(failures === 0 || size > 0
          ? {}
          : { retryAt: new Date(clock.now() + backoff.waitMs()).toISOString() }),
      }
    },
    async close() {
      isClosed = true
      queue.close(alreadyClosed)
      await pool.close()
    },
  }
}

/** A client's own, or that of all of a principal who are alike. */
function lineOf({ principal, key }: Requester): string {
  return `${principal.length} ${principal} ${key}`
}
