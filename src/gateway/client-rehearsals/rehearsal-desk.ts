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

export function createRehearsalDesk(options: DeskOptions): RehearsalDesk {
  return new OpenRehearsals(options)
}

class OpenRehearsals implements RehearsalDesk {
  readonly #options: DeskOptions
  readonly #idleMs: number
  readonly #longestMs: number
  readonly #worlds: number
  readonly #seats = new Map<string, Seat>()
  readonly #news = new Map<string, string[]>()
  readonly #endings = new Set<Promise<void>>()
  #isClosed = false

  constructor(options: DeskOptions) {
    this.#options = options
    const {
      idleMs = DEFAULT_IDLE_MS,
      longestMs = DEFAULT_LONGEST_MS,
      worlds = DEFAULT_WORLDS,
    } = options.limits
    this.#idleMs = idleMs
    this.#longestMs = longestMs
    this.#worlds = worlds
  }

  async call(client: string, call: ToolCall, by: Requester): Promise<Answer> {
    const rehearsal = await this.#seatOf(client, by).begun
    return rehearsal.call(call)
  }

  async take(client: string): Promise<ClientRehearsal | undefined> {
    const seat = this.#seats.get(client)
    if (seat === undefined) return undefined
    this.#leave(client, seat)
    return seat.begun
  }

  async news(client: string): Promise<readonly string[]> {
    const told = this.#news.get(client) ?? []
    this.#news.delete(client)
    return told
  }

  async [Symbol.asyncDispose]() {
    this.#isClosed = true
    for (const [client, seat] of this.#seats) this.#vacate(client, seat)
    await Promise.all(this.#endings)
  }

  #seatOf(client: string, by: Requester): Seat {
    const known = this.#seats.get(client)
    if (known !== undefined) return known
    if (this.#isClosed)
      throw new UsageError('ALREADY_CLOSED', 'Cannot begin a rehearsal: the gateway has been closed')
    if (this.#seats.size + this.#endings.size >= this.#worlds) throw full(this.#worlds)
    const over = new AbortController()
    const seat: Seat = { begun: this.#options.begin(by), over }
    this.#seats.set(client, seat)
    seat.begun.then(
      (rehearsal) => void this.#watch(client, seat, rehearsal),
      // Whoever called hears of it; the next call tries again.
      () => this.#leave(client, seat),
    )
    const gone = (): void => {
      this.#news.delete(client)
      this.#vacate(client, seat)
    }
    if (by.gone?.aborted) gone()
    else by.gone?.addEventListener('abort', gone, { once: true, signal: over.signal })
    return seat
  }

  /** Ends it when its time is over. */
  async #watch(client: string, seat: Seat, rehearsal: ClientRehearsal): Promise<void> {
    const { signal } = seat.over
    try {
      for (;;) {
        const leftMs = rehearsal.begunAtMs + this.#longestMs - this.#options.clock.monotonic()
        const idleLeftMs = this.#idleMs - rehearsal.idleMs()
        if (leftMs <= 0 || idleLeftMs <= 0) break
        await this.#options.clock.sleep(Math.min(leftMs, idleLeftMs), signal)
      }
    } catch {
      // It is over already.
      return
    }
    if (this.#seats.get(client) !== seat) return
    const why =
      rehearsal.idleMs() >= this.#idleMs
        ? 'nothing was called for too long'
        : 'it had lasted as long as it may'
    this.#tell(client, `The rehearsal ${rehearsal.id} is over, since ${why}. ${AFTERWARDS}`)
    this.#vacate(client, seat)
  }

  #tell(client: string, sentence: string): void {
    this.#news.set(client, [...(this.#news.get(client) ?? []), sentence])
  }

  #leave(client: string, seat: Seat): void {
    seat.over.abort()
    if (this.#seats.get(client) === seat) this.#seats.delete(client)
  }

  #vacate(client: string, seat: Seat): void {
    this.#leave(client, seat)
    const ending = seat.begun
      .then((rehearsal) => rehearsal.end())
      .catch((failure: unknown) => this.#options.warn(`A rehearsal did not end in order. ${String(failure)}`))
      .finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
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
