/** The port to where recordings are kept. */
import type { Durations } from '../call/index.js'
import type { Recording } from './recording.js'

/** Which recordings; all fields together. An empty filter names all of them. */
export interface RecordingFilter {
  readonly server?: string
  /** Empty: of requests that call no tool. */
  readonly tool?: string
  readonly method?: string
  readonly key?: string
  /** ISO 8601 in UTC with milliseconds, inclusive. */
  readonly recordedSince?: string
  /** ISO 8601 in UTC with milliseconds, exclusive. */
  readonly recordedBefore?: string
}

/**
 * Counts how often the data of a server changed, as far as it is known. A recording carries the number of when its request was
 * made, and is stale once its server's is higher: so a read under way cannot bring old data back. Fails as a store does.
 */
export interface Generations {
  /** 0 for a server that was never advanced. */
  of(server: string): Promise<number>
  /** Resolves with the new number, once it is stored. */
  advance(server: string): Promise<number>
  /** Makes it this high where it is lower, however many do so at once. Resolves with the number, once it is stored. */
  raise(server: string, atLeast: number): Promise<number>
}

/** `missing`: those alone of whose exchange (see same-exchange.ts) the store has no recording, whoever adds the same at the same time. */
export type Appended = 'all' | 'missing'

/**
 * Keeps recordings. All methods may be called concurrently, from several processes on one store.
 * `append` has stored all of them, durably where the store is durable, when it resolves, or none. Nothing is ever overwritten. Of
 * nothing it fails too where a file may only be read.
 * Recordings that come back are frozen.
 * Failures are StoreError: STORE_LOCKED, STORE_FULL, STORE_CORRUPT, STORE_UNREADABLE; what was stored before is kept.
 * A recording that is not whole is refused with UsageError RECORDING_INVALID.
 * Whoever opened a store closes it; after that every method rejects with UsageError ALREADY_CLOSED; closing twice is fine.
 */
export interface RecordingStore extends AsyncDisposable {
  /** True for a `SharedStore`, through which those who use it know of each other. */
  readonly isShared?: boolean
  /** Made once for each store: placeholders of secrets are made with it, so that they are the same throughout one store. */
  readonly salt: string
  /** True for a cassette that was recorded in a throwaway copy of a machine: its ids and times are those of the copy. */
  readonly isOfCopy?: boolean
  readonly generations: Generations
  /** Resolves with how many were stored; default: all. */
  append(recordings: readonly Recording[], which?: Appended): Promise<number>
  /**
   * The newest answer (see isAnswer) of a key (and of this launch, when one is given and the recording names one), or undefined.
   */
  lookup(key: string, launch?: string): Promise<Recording | undefined>
  /**
   * How long the newest thousand answers of a key took, else those of the whole tool; undefined when none was ever recorded.
   */
  durations(of: {
    readonly key: string
    readonly server: string
    readonly tool: string
  }): Promise<Durations | undefined>
  /** Oldest first. `newest`: of those that the filter names the newest so many alone, at most a thousand. */
  list(filter?: RecordingFilter, newest?: number): AsyncIterable<Recording>
  /** Removes what the filter names and resolves with how many. */
  remove(filter: RecordingFilter): Promise<number>
}

/**
 * For whoever is to write into a store that was opened.
 * Resolves with the store; closes it and rejects when it may only be read: told before anything is recorded, nothing is lost.
 * @throws StoreError STORE_UNREADABLE
 */
export async function refuseReadOnly<Store extends RecordingStore>(store: Store): Promise<Store> {
  try {
    await store.append([])
    return store
  } catch (failure) {
    await store[Symbol.asyncDispose]()
    throw failure
  }
}
