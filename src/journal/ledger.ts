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

export function createLedger({ run: first, leaseMs, clock }: LedgerOptions): Ledger {
  let run = first
  let renewedAt = clock.monotonic()
  let answers: (AskedCall & Answered)[] = []
  const open = new Map<string, AskedCall>()
  const told = new Set<string>()
  let beating = new AbortController()
  startHeartbeat()

  /** Nothing is lost when it fails: it is tried again with the same words, which the journal recognises. */
  const mark = gather(clock, async (begun: readonly (BegunCall | undefined)[]) => {
    const batch = {
      answered: answers,
      asked: [...open.values()].filter((call) => !told.has(keyOf(call))),
      begun: begun.flatMap((each) => each ?? []),
    }
    answers = []
    const by = run
    const askedAt = clock.monotonic()
    const began = new Set(
      await patiently(leaseMs * LATEST_SHARE, async () => by.mark(batch)).catch((failure: unknown) => {
        answers = [...batch.answered, ...answers]
        throw failure
      }),
    )
    renewedAt = askedAt
    for (const call of batch.asked) told.add(keyOf(call))
    return (call) => ({ by, hasBegun: call === undefined || began.has(keyOf(call)) })
  })
  const notesOf = (by: OwnedRun) =>
    gather(clock, async (all: readonly (CallKey & Answered)[]) => {
      await patiently(NOTE_PATIENCE_MS, () => by.note(all))
      return () => undefined
    })
  let note = notesOf(run)

  return {
    answered(call, answer) {
      open.delete(keyOf(call))
      answers.push({ ...call, ...answer })
    },
    asked: (call) => void open.set(keyOf(call), call),
    async begin(call) {
      open.delete(keyOf(call))
      const { by, hasBegun } = await mark(call)
      if (!hasBegun)
        throw new StoreError('RUN_LOST', `Cannot send call ${call.n}: somebody has begun it already`, {
          hint: 'nothing was sent; look at the run with understudy runs show',
        })
      const noteBy = note
      return {
        note: (key, answer) => noteBy({ ...key, ...answer }),
        withdraw: () => patiently(NOTE_PATIENCE_MS, () => by.withdraw(call, call.attempt)),
      }
    },
    isLate: () => clock.monotonic() - renewedAt > leaseMs * LATEST_SHARE,
    async flush() {
      if (answers.length > 0) await mark(undefined)
    },
    async leave(how) {
      beating.abort()
      await patiently(NOTE_PATIENCE_MS, () => run.leave(how))
    },
    resume(claimed) {
      run = claimed
      note = notesOf(run)
      renewedAt = clock.monotonic()
      startHeartbeat()
    },
    close: () => beating.abort(),
  }

  function startHeartbeat(): void {
    beating = new AbortController()
    const { signal } = beating
    const beat = async (): Promise<void> => {
      while (!signal.aborted) {
        await clock.sleep(leaseMs / BEATS_A_LEASE, signal)
        await mark(undefined)
      }
    }
    // Whoever sends next finds out why.
    beat().catch(() => undefined)
  }

  /** A database that is started anew is there again soon; an owner that has lost its run does not ask twice. */
  async function patiently<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    const start = clock.monotonic()
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await work()
      } catch (failure) {
        const isPassing =
          failure instanceof StoreError &&
          (failure.code === 'STORE_UNREADABLE' || failure.code === 'STORE_LOCKED')
        if (!isPassing || clock.monotonic() - start + pauseMs > limitMs) throw failure
        await clock.sleep(pauseMs)
      }
    }
  }
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
