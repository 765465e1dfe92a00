/** Writes down what is over, in batches, and tells the store when the data of the server has changed. */
import { changesData } from '../freshness/data-changes.js'
import type { Recording } from '../recording.js'
import type { RecordingStore } from '../recording-store.js'

/** Something to be stored, as soon as it is known of which generation it is. */
export interface Entry {
  readonly generation: Promise<number>
  toRecording(generation: number): Recording
}

export interface Ledger {
  /** Of what begins now; never rejects: where the store fails it is 0, which makes what is recorded stale. */
  generation(): Promise<number>
  /** Told in the order in which things ended. What is told in one turn of the event loop is stored as one. */
  add(entry: Entry): void
  /** The data of the server changed for another reason. */
  advance(): void
  /** Whoever else asks the store was refused. */
  fail(failure: unknown): void
  /** Resolves when all that was told is stored, or lost. */
  settled(): Promise<void>
  /** Recordings that could not be stored. */
  readonly lost: number
}

export interface LedgerOptions {
  readonly server: string
  /** Servers that see what this one changes: their data counts as changed with its own. Default: none. */
  readonly beside?: readonly string[]
  readonly store: RecordingStore
  /** Told once: whatever goes wrong here is not the business of those who speak with each other. */
  readonly onFailure: (failure: unknown) => void
}

/** Creates a ledger. It never throws, and never rejects. */
export function createLedger({ server, beside = [], store, onFailure }: LedgerOptions): Ledger {
  const losses = countLosses(onFailure)
  const { fail } = losses
  let waiting: Entry[] = []
  let isChanged = false
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    // What else ends in this turn belongs to this batch.
    await Promise.resolve()
    while (waiting.length > 0 || isChanged) {
      const batch = waiting
      // Each reason for itself: what recorded calls account for is told apart from what they do not.
      let advances = isChanged ? 1 : 0
      waiting = []
      isChanged = false
      const recordings = await written(batch, losses)
      // What could not be written down may have been a change.
      if (recordings.length < batch.length) advances++
      if (recordings.some(changesData)) advances++
      if (recordings.length > 0)
        await store.append(recordings).catch((failure: unknown) => losses.lose(recordings.length, failure))
      for (; advances > 0; advances--)
        for (const each of [server, ...beside]) await store.generations.advance(each).catch(fail)
    }
    working = undefined
  }

  return {
    generation: () =>
      store.generations.of(server).catch((failure: unknown) => {
        fail(failure)
        return 0
      }),
    add(entry) {
      // A store that stands still must not fill the memory.
      if (waiting.length >= MAX_WAITING) {
        isChanged = true
        losses.lose(1, new Error(`More than ${MAX_WAITING} exchanges wait to be stored`))
        return
      }
      waiting.push(entry)
      working ??= work()
    },
    advance() {
      isChanged = true
      working ??= work()
    },
    fail,
    async settled() {
      while (working !== undefined) await working
    },
    get lost() {
      return losses.lost
    },
  }
}

type Losses = ReturnType<typeof countLosses>

/** What could not be stored; only the first reason is told. */
function countLosses(onFailure: (failure: unknown) => void) {
  let lost = 0
  let isFailureTold = false
  function fail(failure: unknown): void {
    if (!isFailureTold) onFailure(failure)
    isFailureTold = true
  }
  return {
    fail,
    lose(count: number, failure: unknown): void {
      lost += count
      fail(failure)
    },
    get lost() {
      return lost
    },
  }
}

async function written(batch: readonly Entry[], { lose }: Losses): Promise<Recording[]> {
  const generations = await Promise.all(batch.map(({ generation }) => generation))
  return batch.flatMap((each, i) => {
    try {
      return [each.toRecording(generations[i] ?? 0)]
    } catch (failure) {
      lose(1, failure)
      return []
    }
  })
}

const MAX_WAITING = 10_000
