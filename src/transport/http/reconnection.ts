/** When a stream that broke is asked for again: later with every attempt that brought nothing, and not without end. */
import { type Clock, createBackoff, type Random } from '../../base/index.js'
import { readRetryAfter } from './retry-after.js'

export interface Reconnection {
  /** The server has opened the stream. */
  opened(): void
  heard(event: ReconnectionEvent): void
  /** No stream came of the attempt; undefined where no response did. */
  refused(headers: Headers | undefined): void
  /** How many attempts in a row brought nothing. */
  readonly fruitless: number
  /** Milliseconds until the stream may be asked for, 0 for at once; undefined when it is given up. Called once an attempt. */
  nextWaitMs(): number | undefined
}

/** What came on the stream. */
export interface ReconnectionEvent {
  readonly isMessage: boolean
  /** Where it is to be read on. */
  readonly id?: string | undefined
  /** How long to wait before the next attempt. */
  readonly retryMs?: number | undefined
}

/** Nothing is open, and nothing needs closing. */
export function createReconnection(world: { readonly clock: Clock; readonly random: Random }): Reconnection {
  const { clock } = world
  const backoff = createBackoff({ firstMs: FIRST_MS, maxMs: MAX_MS }, world)
  let last: Attempt | undefined
  let lastId: string | undefined
  let retryMs: number | undefined
  let fruitless = 0

  function judge(attempt: Attempt): void {
    const hasLived = attempt.openedAtMs !== undefined && clock.monotonic() - attempt.openedAtMs >= LIVED_MS
    if (attempt.heard === 'message' || hasLived) {
      backoff.succeeded()
      fruitless = 0
    } else if (attempt.heard === 'nothing') fruitless++
  }

  return {
    get fruitless() {
      return fruitless
    },
    opened() {
      last = { openedAtMs: clock.monotonic(), heard: 'nothing', afterMs: undefined }
    },
    heard(event) {
      retryMs = event.retryMs ?? retryMs
      const hasMoved = event.id !== undefined && event.id !== lastId
      lastId = event.id ?? lastId
      if (last === undefined) return
      if (event.isMessage) last.heard = 'message'
      else if (hasMoved && last.heard === 'nothing') last.heard = 'place'
    },
    refused(headers) {
      last = { openedAtMs: undefined, heard: 'nothing', afterMs: retryAfterMs(headers, clock) }
    },
    nextWaitMs() {
      if (last === undefined) return 0
      const { afterMs } = last
      judge(last)
      last = undefined
      if (fruitless >= MAX_FRUITLESS) return undefined
      const askedMs = afterMs ?? retryMs
      backoff.failed(
        askedMs === undefined ? undefined : Math.min(Math.max(askedMs, SHORTEST_MS), LONGEST_ASKED_MS),
      )
      return backoff.waitMs()
    },
  }
}

interface Attempt {
  readonly openedAtMs: number | undefined
  /** One that only says where to read on next has work to do; it has not failed, and neither has it said anything. */
  heard: 'nothing' | 'place' | 'message'
  readonly afterMs: number | undefined
}

/** Milliseconds, as all below: before the second attempt, where the server names no time. */
const FIRST_MS = 1000
/** Between two attempts, unless the server asks for more. */
const MAX_MS = 15_000
/** A server that says "at once" must not make us ask without end. */
const SHORTEST_MS = 250
/** Nor one that says "never" keep us waiting for good. */
const LONGEST_ASKED_MS = 3_600_000
/** A stream that was open so long has served, whatever came on it: there are servers that cut every one of them. */
const LIVED_MS = 10_000
const MAX_FRUITLESS = 8

/** Undefined where the server does not say it. */
function retryAfterMs(headers: Headers | undefined, clock: Clock): number | undefined {
  const after = readRetryAfter(headers)
  if (after?.kind === 'seconds') return after.seconds * 1000
  return after?.kind === 'date' ? Math.max(0, after.atMs - clock.now()) : undefined
}
