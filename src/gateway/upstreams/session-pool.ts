/** The sessions with one server: opened when they are needed, shared by those who may share, and opened again when they were lost. */
import { setMaxListeners } from 'node:events'
import {
  type Backoff,
  type Clock,
  orAborted,
  SessionError,
  TransportError,
  UsageError,
} from '../../base/index.js'
import type { Requester } from '../requester.js'
import { createFairQueue, type FairQueue } from './fair-queue.js'
import { type Sharing, sharingOf } from './sharing.js'
import type { UpstreamSession } from './upstream-session.js'

export interface SessionPool {
  /** Whether one is being opened just now. */
  readonly isOpening: boolean
  /** How many are open. */
  readonly size: number
  /** Why the last start failed, or the last connection was lost. */
  readonly lastFailure: unknown
  /** Does work in the requester's session; without a requester, in any. @throws as the start, or the work, threw */
  use<Result>(requester: Requester | undefined, work: SessionWork<Result>): Promise<Result>
  /** Ends every session, also those that are just being opened. */
  close(): Promise<void>
}

export type SessionWork<Result> = (upstream: UpstreamSession) => Promise<Result>

export interface PoolOptions {
  readonly server: string
  readonly clock: Clock
  readonly backoff: Backoff
  readonly maxSessions: number
  /** A back-off that is longer than this is not waited for; milliseconds. */
  readonly patienceMs: number
  readonly open: (opening: Opening) => Promise<UpstreamSession>
  /** The first session is open, or the first since one was lost: the server may be another than it was. */
  readonly onStarted: () => void
}

export interface Opening {
  readonly requester: Requester | undefined
  /** Ends the start, and what hangs on the session. */
  readonly signal: AbortSignal
  /** To be called when the connection of the session is over, and nobody here ended it. */
  readonly onLost: () => void
}

/** One session, from the decision to open it. */
interface Slot {
  readonly sharing: Sharing
  readonly over: AbortController
  readonly turns: FairQueue | undefined
  opening: Promise<UpstreamSession>
  upstream: UpstreamSession | undefined
  users: number
  lastUse: number
}

/** Opens nothing yet. */
export function createSessionPool(options: PoolOptions): SessionPool {
  return new SharedSessions(options)
}

class SharedSessions implements SessionPool {
  readonly #options: PoolOptions
  readonly #slots = new Map<string, Slot>()
  readonly #endings = new Set<Promise<unknown>>()
  #starts = 0
  #uses = 0
  #lastFailure: unknown
  #isToBeMet = true
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get isOpening(): boolean {
    return this.#starts > 0
  }

  get size(): number {
    return [...this.#slots.values()].filter(({ upstream }) => upstream !== undefined).length
  }

  get lastFailure(): unknown {
    return this.#lastFailure
  }

  async use<Result>(requester: Requester | undefined, work: SessionWork<Result>): Promise<Result> {
    // Every session that is lost before it is of use makes the back-off longer, until that ends it.
    for (;;) {
      const slot = this.#slotFor(requester)
      const turns = requester === undefined ? undefined : slot.turns
      slot.users++
      slot.lastUse = ++this.#uses
      let hasTurn = false
      try {
        if (turns !== undefined && requester !== undefined && !turns.enterAtOnce())
          await turns.enter(requester.key, requester.signal)
        hasTurn = true
        const upstream = slot.upstream ?? (await orAborted(slot.opening, requester?.signal))
        if (upstream.ended === undefined) return await work(upstream)
      } finally {
        if (hasTurn) turns?.leave()
        slot.users--
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const slot of [...this.#slots.values()]) this.#drop(slot)
    await Promise.all(this.#endings)
  }

  #slotFor(requester: Requester | undefined): Slot {
    const sharing = sharingOf(requester)
    const known = this.#slots.get(sharing.key)
    if (known !== undefined) return known
    if (this.#isClosed)
      throw new UsageError('ALREADY_CLOSED', `Cannot use "${this.#options.server}": the servers were closed`)
    if (sharing.until?.aborted === true)
      throw new SessionError(
        'REQUEST_ABORTED',
        `Cannot use "${this.#options.server}": the client's connection is over`,
      )
    const anyOpen = [...this.#slots.values()].find(({ upstream }) => upstream !== undefined)
    if (requester === undefined && anyOpen !== undefined) return anyOpen
    this.#makeRoom()
    return this.#openSlot(sharing, requester)
  }

  #openSlot(sharing: Sharing, requester: Requester | undefined): Slot {
    const over = new AbortController()
    // All that is done in the session hangs on it, which is no leak.
    setMaxListeners(0, over.signal)
    const turns = sharing.isInTurns ? createFairQueue(1) : undefined
    const slot: Slot = {
      ...{ sharing, over, turns, upstream: undefined, users: 0, lastUse: 0 },
      opening: Promise.resolve().then(() => this.#start(slot, requester)),
    }
    this.#slots.set(sharing.key, slot)
    const { until } = sharing
    if (until !== undefined) {
      setMaxListeners(0, until)
      until.addEventListener('abort', () => this.#drop(slot), { once: true, signal: over.signal })
    }
    return slot
  }

  async #start(slot: Slot, requester: Requester | undefined): Promise<UpstreamSession> {
    const { signal } = slot.over
    const { failures } = this.#options.backoff
    const waitMs = this.#options.backoff.waitMs()
    if (waitMs > this.#options.patienceMs) {
      this.#drop(slot)
      throw this.#lastFailure
    }
    this.#starts++
    try {
      if (waitMs > 0) await this.#options.clock.sleep(waitMs, signal)
      slot.upstream = await this.#options.open({ requester, signal, onLost: () => this.#lose(slot) })
      // It may have been lost before anybody listened.
      if (slot.upstream.ended !== undefined) this.#lose(slot)
    } catch (failure) {
      if (!signal.aborted) {
        // Of several that started at once and failed, one counts.
        if (this.#options.backoff.failures === failures) this.#options.backoff.failed()
        this.#lastFailure = failure
      }
      this.#drop(slot)
      throw failure
    } finally {
      this.#starts--
    }
    if (this.#isToBeMet) this.#options.onStarted()
    this.#isToBeMet = false
    return slot.upstream
  }

  #lose(slot: Slot): void {
    if (slot.over.signal.aborted) return
    const { ended = 'its connection is over', isProven } = slot.upstream ?? {}
    this.#lastFailure = new TransportError(
      'CONNECTION_CLOSED',
      `Cannot use "${this.#options.server}": ${ended}`,
    )
    if (isProven !== true) this.#options.backoff.failed()
    this.#isToBeMet = true
    this.#drop(slot)
  }

  #drop(slot: Slot): void {
    if (this.#slots.get(slot.sharing.key) === slot) this.#slots.delete(slot.sharing.key)
    if (slot.over.signal.aborted) return
    slot.over.abort()
    const ending = slot.opening
      .then(({ session }) => session.close())
      // A start that failed left nothing behind.
      .catch(() => undefined)
      .finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
  }

  /** Closes what was idle longest. */
  #makeRoom(): void {
    if (this.#slots.size < this.#options.maxSessions) return
    const [idle] = [...this.#slots.values()]
      .filter(({ users }) => users === 0)
      .sort((one, other) => one.lastUse - other.lastUse)
    if (idle === undefined)
      throw new TransportError(
        'SPAWN_FAILED',
        `Cannot open one more session with "${this.#options.server}": ${this.#options.maxSessions} are open, and all of them are in use`,
        { hint: 'raise its limit of sessions, or try again later' },
      )
    this.#drop(idle)
  }
}
