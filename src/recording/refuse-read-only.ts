/** For whoever is to write into a store that was opened. */
import type { RecordingStore } from './recording-store.js'

/**
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
