/** Where a recording goes. */
import { resolve } from 'node:path'
import { UsageError } from '../base/index.js'
import { DEFAULT_STORE, openCassetteStore, type RecordingStore, refuseReadOnly } from '../recording/index.js'
import type { DiscreetIo } from './discreet-io.js'
import { openStoreToWrite } from './stores.js'

export interface RecordTarget {
  /** A cassette. */
  readonly out?: string
  /** A path, or true for the default one, which is also the default. */
  readonly store?: string | true
}

/** Opens it, making it when there is none. */
export async function openRecordTarget(
  { out, store = true }: RecordTarget,
  io: DiscreetIo,
): Promise<RecordingStore> {
  if (out === undefined) return openStoreToWrite(store, io)
  if (store !== true)
    throw new UsageError('USAGE', 'Cannot use --out and --store together: recordings go to one place')
  if (out === '') throw new UsageError('USAGE', 'Cannot use --out "": a file has a name')
  return refuseReadOnly(await openCassetteStore(resolve(io.cwd, out)))
}

/** As the user named it. */
export function describeRecordTarget({ out, store }: RecordTarget): string {
  return out ?? (typeof store === 'string' ? store : DEFAULT_STORE)
}
