/** One owner's writing in the journal: marks and notes that share their flushes, the lease, and the last look at it. */
import { type Clock, nextLoopTurn, StoreError } from '../base/index.js'
import { LATEST_SHARE } from './rules.js'
import {
  type Answered,
  type AskedCall,
  type BegunCall,
  type CallKey,
  keyOf,
  type Leave,
  type OwnedRun,
} from './run-journal.js'

export interface Ledger {
  /** Changed nothing: stands in the journal with the next mark, before anything that could hang on it leaves. */
  answered(call: AskedCall, answered: Answered): void
  /** Asked, and not answered so far. */
  asked(call: AskedCall): void
  /** Resolves when it is durable that the call may be under way. @throws StoreError RUN_LOST; and when the journal cannot be written */
  begin(call: BegunCall): Promise<BegunBy>
  /** True when the lease may be over before what is sent now arrives. Asked right before it is sent, with nothing in between. */
  isLate(): boolean
  /** All that was answered is durable. */
  flush(): Promise<void>
  /** Gives the run up; `resume` begins anew with what was claimed again. */
  leave(how: Leave): Promise<void>
  resume(run: OwnedRun): void
  /** Ends the heartbeat. */
  close(): void
}

/** Whoever began a call notes its answer, also when another owner has the run by then. */
export interface BegunBy {
  note(call: CallKey, answered: Answered): Promise<void>
  withdraw(): Promise<void>
}

export interface LedgerOptions {
  readonly run: OwnedRun
  readonly leaseMs: number
  readonly clock: Clock
}

export function createLedger(options: LedgerOptions): Ledger {
  return new BatchedLedger(options)
}

class BatchedLedger implements Ledger {
  readonly #options: LedgerOptions
  readonly #open = new Map<string, AskedCall>()
  readonly #told = new Set<string>()
  readonly #mark: (begun: BegunCall | undefined) => Promise<Marked>
  #run: OwnedRun
  #renewedAt: number
  #answers: (AskedCall & Answered)[] = []
  #beating = new AbortController()
  #note: (answered: CallKey & Answered) => Promise<void>

  constructor(options: LedgerOptions) {
    this.#options = options
    this.#run = options.run
    this.#renewedAt = options.clock.monotonic()
    this.#mark = gather(options.clock, (begun) => this.#markTogether(begun))
    this.#note = this.#notesOf(this.#run)
    this.#startHeartbeat()
  }

  answered(call: AskedCall, answer: Answered): void {
    this.#open.delete(keyOf(call))
    this.#answers.push({ ...call, ...answer })
  }

  asked(call: AskedCall): void {
    this.#open.set(keyOf(call), call)
  }

  async begin(call: BegunCall): Promise<BegunBy> {
    this.#open.delete(keyOf(call))
    const { by, hasBegun } = await this.#mark(call)
    if (!hasBegun)
      throw new StoreError('RUN_LOST', `Cannot send call ${call.n}: somebody has begun it already`, {
        hint: 'nothing was sent; look at the run with understudy runs show',
      })
    const noteBy = this.#note
    return {
      note: (key, answer) => noteBy({ ...key, ...answer }),
      withdraw: () => this.#patiently(NOTE_PATIENCE_MS, () => by.withdraw(call, call.attempt)),
    }
  }

  isLate(): boolean {
    return this.#options.clock.monotonic() - this.#renewedAt > this.#options.leaseMs * LATEST_SHARE
  }

  async flush(): Promise<void> {
    if (this.#answers.length > 0) await this.#mark(undefined)
  }

  async leave(how: Leave): Promise<void> {
    this.#beating.abort()
    await this.#patiently(NOTE_PATIENCE_MS, () => this.#run.leave(how))
  }

  resume(claimed: OwnedRun): void {
    this.#run = claimed
    this.#note = this.#notesOf(this.#run)
    this.#renewedAt = this.#options.clock.monotonic()
    this.#startHeartbeat()
  }

  close(): void {
    this.#beating.abort()
  }

  /** Nothing is lost when it fails: it is tried again with the same words, which the journal recognises. */
  async #markTogether(
    begun: readonly (BegunCall | undefined)[],
  ): Promise<(call: BegunCall | undefined) => Marked> {
    const { clock, leaseMs } = this.#options
    const batch = {
      answered: this.#answers,
      asked: [...this.#open.values()].filter((call) => !this.#told.has(keyOf(call))),
      begun: begun.flatMap((each) => each ?? []),
    }
    this.#answers = []
    const by = this.#run
    const askedAt = clock.monotonic()
    const marking = this.#patiently(leaseMs * LATEST_SHARE, async () => by.mark(batch))
    const began = new Set(
      await marking.catch((failure: unknown) => {
        this.#answers = [...batch.answered, ...this.#answers]
        throw failure
      }),
    )
    this.#renewedAt = askedAt
    for (const call of batch.asked) this.#told.add(keyOf(call))
    return (call) => ({ by, hasBegun: call === undefined || began.has(keyOf(call)) })
  }

  #notesOf(by: OwnedRun): (answered: CallKey & Answered) => Promise<void> {
    return gather(this.#options.clock, async (all) => {
      await this.#patiently(NOTE_PATIENCE_MS, () => by.note(all))
      return () => undefined
    })
  }

  #startHeartbeat(): void {
    this.#beating = new AbortController()
    const { signal } = this.#beating
    const beat = async (): Promise<void> => {
      while (!signal.aborted) {
        await this.#options.clock.sleep(this.#options.leaseMs / BEATS_A_LEASE, signal)
        await this.#mark(undefined)
      }
    }
    // Whoever sends next finds out why.
    beat().catch(() => undefined)
  }

  /** A database that is started anew is there again soon; an owner that has lost its run does not ask twice. */
  async #patiently<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    const start = this.#options.clock.monotonic()
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await work()
      } catch (failure) {
        const isPassing =
          failure instanceof StoreError &&
          (failure.code === 'STORE_UNREADABLE' || failure.code === 'STORE_LOCKED')
        if (!isPassing || this.#options.clock.monotonic() - start + pauseMs > limitMs) throw failure
        await this.#options.clock.sleep(pauseMs)
      }
    }
  }
}

/** By which owner, and whether the call that asked may be under way. */
interface Marked {
  readonly by: OwnedRun
  readonly hasBegun: boolean
}

/**
 * Work of many in one: whoever comes while it is done for others shares the next turn, and with it the flush to the disk.
 * `flush` is given at least one item, and is never under way twice. Each caller gets what its own item came to, or the failure of all.
 */
function gather<Item, Result>(
  clock: Clock,
  flush: (items: readonly Item[]) => Promise<(item: Item) => Result>,
): (item: Item) => Promise<Result> {
  let waiting: { readonly item: Item; resolve(result: Result): void; reject(failure: unknown): void }[] = []
  let isBusy = false
  let flushing = 0
  /** How many there were at once: while it was busy last, and this time so far. */
  let together = 1
  let crowd = 1
  let onCome: (() => void) | undefined

  async function work(): Promise<void> {
    isBusy = true
    crowd = 1
    await untilTogether()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      flushing = batch.length
      try {
        const resultOf = await flush(batch.map(({ item }) => item))
        for (const { item, resolve } of batch) resolve(resultOf(item))
      } catch (failure) {
        for (const { reject } of batch) reject(failure)
      }
      flushing = 0
    }
    together = crowd
    isBusy = false
  }

  /** As long as each turn brings one more; and until as many are here as came together before, as long as more of them come. */
  async function untilTogether(): Promise<void> {
    await nextLoopTurn()
    for (let here = 0; here < waiting.length; ) {
      here = waiting.length
      await (here < together ? untilAllOr(STRAGGLERS_MS) : nextLoopTurn())
    }
  }

  /** The last one ends the waiting. */
  async function untilAllOr(limitMs: number): Promise<void> {
    const over = new AbortController()
    const all = new Promise<void>((resolve) => {
      onCome = () => {
        if (waiting.length >= together) resolve()
      }
    })
    const late = clock.sleep(limitMs, over.signal).catch(() => undefined)
    await Promise.race([all, late])
    onCome = undefined
    over.abort()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void work()
      onCome?.()
      crowd = Math.max(crowd, waiting.length + flushing)
    })
}

/** About what a flush takes, which they would have to themselves. */
const STRAGGLERS_MS = 1

const BEATS_A_LEASE = 3
const NOTE_PATIENCE_MS = 60_000
const LONGEST_PAUSE_MS = 1_000
