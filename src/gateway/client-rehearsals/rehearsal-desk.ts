/** Which client has which rehearsal: begins one with the first call, and ends it when the client leaves, or its time is over. */
import { type Clock, counted, UsageError } from '../../base/index.js'
import type { Answer, ToolCall } from '../../call/index.js'
import type { Requester } from '../requester.js'
import type { ClientRehearsal } from './client-rehearsal.js'
import { DEFAULT_IDLE_MS, DEFAULT_LONGEST_MS, DEFAULT_WORLDS, type RehearsalLimits } from './limits.js'

/** Whoever made it closes it: every world is gone by then, and all calls are in the journal. */
export interface RehearsalDesk extends AsyncDisposable {
  /**
   * Answers a call in the client's own world, which the first one begins.
   * @throws UsageError REHEARSALS_FULL where as many clients rehearse as may; what beginning one throws; StoreError when the call cannot
   *   be kept; the reason of the call's signal
   */
  call(client: string, call: ToolCall, by: Requester): Promise<Answer>
  /** The rehearsal that goes on, if one does. It is the client's no longer, and whoever takes it ends it. */
  take(client: string): Promise<ClientRehearsal | undefined>
  /** What there is to tell this client beside its next answer, once. */
  news(client: string): Promise<readonly string[]>
}

export interface DeskOptions {
  readonly begin: (by: Requester) => Promise<ClientRehearsal>
  readonly limits: RehearsalLimits
  readonly clock: Clock
  /** Told of what went wrong while one ended by itself. Must not throw. */
  readonly warn: (message: string) => void
}

interface Seat {
  readonly begun: Promise<ClientRehearsal>
  /** Ends its timers. */
  readonly over: AbortController
}

export function createRehearsalDesk({ begin, limits, clock, warn }: DeskOptions): RehearsalDesk {
  const { idleMs = DEFAULT_IDLE_MS, longestMs = DEFAULT_LONGEST_MS, worlds = DEFAULT_WORLDS } = limits
  const seats = new Map<string, Seat>()
  const news = new Map<string, string[]>()
  const endings = new Set<Promise<void>>()
  let isClosed = false

  function seatOf(client: string, by: Requester): Seat {
    const known = seats.get(client)
    if (known !== undefined) return known
    if (isClosed)
      throw new UsageError('ALREADY_CLOSED', 'Cannot begin a rehearsal: the gateway has been closed')
    if (seats.size + endings.size >= worlds) throw full(worlds)
    const over = new AbortController()
    const seat: Seat = { begun: begin(by), over }
    seats.set(client, seat)
    seat.begun.then(
      (rehearsal) => void watch(client, seat, rehearsal),
      // Whoever called hears of it; the next call tries again.
      () => leave(client, seat),
    )
    const gone = (): void => {
      news.delete(client)
      vacate(client, seat)
    }
    if (by.gone?.aborted) gone()
    else by.gone?.addEventListener('abort', gone, { once: true, signal: over.signal })
    return seat
  }

  /** Ends it when its time is over. */
  async function watch(client: string, seat: Seat, rehearsal: ClientRehearsal): Promise<void> {
    const { signal } = seat.over
    try {
      for (;;) {
        const leftMs = rehearsal.begunAtMs + longestMs - clock.monotonic()
        const idleLeftMs = idleMs - rehearsal.idleMs()
        if (leftMs <= 0 || idleLeftMs <= 0) break
        await clock.sleep(Math.min(leftMs, idleLeftMs), signal)
      }
    } catch {
      // It is over already.
      return
    }
    if (seats.get(client) !== seat) return
    const why =
      rehearsal.idleMs() >= idleMs ? 'nothing was called for too long' : 'it had lasted as long as it may'
    tell(client, `The rehearsal ${rehearsal.id} is over, since ${why}. ${AFTERWARDS}`)
    vacate(client, seat)
  }

  function tell(client: string, sentence: string): void {
    news.set(client, [...(news.get(client) ?? []), sentence])
  }

  function leave(client: string, seat: Seat): void {
    seat.over.abort()
    if (seats.get(client) === seat) seats.delete(client)
  }

  function vacate(client: string, seat: Seat): void {
    leave(client, seat)
    const ending = seat.begun
      .then((rehearsal) => rehearsal.end())
      .catch((failure: unknown) => warn(`A rehearsal did not end in order. ${String(failure)}`))
      .finally(() => endings.delete(ending))
    endings.add(ending)
  }

  return {
    async call(client, call, by) {
      const rehearsal = await seatOf(client, by).begun
      return rehearsal.call(call)
    },
    async take(client) {
      const seat = seats.get(client)
      if (seat === undefined) return undefined
      leave(client, seat)
      return seat.begun
    },
    async news(client) {
      const told = news.get(client) ?? []
      news.delete(client)
      return told
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const [client, seat] of seats) vacate(client, seat)
      await Promise.all(endings)
    },
  }
}

const AFTERWARDS =
  'What was done in it is gone; its calls are kept for a person (understudy rehearsals). This call began another, from the disk as it is now.'

function full(worlds: number): UsageError {
  return new UsageError(
    'REHEARSALS_FULL',
    `Cannot begin a rehearsal: ${counted(worlds, 'client rehearses', 'clients rehearse')} here already, which are as many as may`,
    { hint: 'one is over when its client leaves, calls finish_rehearsal, or calls nothing for an hour' },
  )
}
