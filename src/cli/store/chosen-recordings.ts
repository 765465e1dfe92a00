/** The recordings that a command is about. */
import type { Recording, RecordingStore } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { statusOf } from './recording-status.js'
import type { StoreRequest } from './store-request.js'

/** Oldest first. Ends when the user interrupts, and lets progress be shown in between. */
export async function* chosenRecordings(
  store: RecordingStore,
  { filter, status }: StoreRequest,
  { signal }: DiscreetIo,
): AsyncIterable<Recording> {
  let seen = 0
  for await (const each of store.list(filter)) {
    // Stores answer without a turn of the event loop, in which alone signals arrive.
    if (++seen % TURN === 0) await new Promise(setImmediate)
    signal.throwIfAborted()
    if (status === undefined || statusOf(each) === status) yield each
  }
}

const TURN = 200
