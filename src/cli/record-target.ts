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
  /** The server runs in a throwaway copy: a cassette says so, and no store takes it. */
  readonly isOfCopy?: boolean
}

/** What a copy says is no recording of the server. @throws UsageError USAGE */
export function refuseStore({ out, store }: RecordTarget): void {
  if (out !== undefined && store === undefined) return
  throw new UsageError('USAGE', 'Cannot record a copy into a store: its ids and times are its own', {
    hint: 'record it to a cassette with --out FILE, which says so in its first line',
  })
}

/** Opens it, making it when there is none. */
export async function openRecordTarget(
  { out, store = true, isOfCopy = false }: RecordTarget,
  io: DiscreetIo,
): Promise<RecordingStore> {
  if (out === undefined) return openStoreToWrite(store, io)
  if (store !== true)
    throw new UsageError('USAGE', 'Cannot use --out and --store together: recordings go to one place')
  if (out === '') throw new UsageError('USAGE', 'Cannot use --out "": a file has a name')
  const cassette = await refuseReadOnly(await openCassetteStore(resolve(io.cwd, out), { isOfCopy }))
  if (cassette.isOfCopy === isOfCopy) return cassette
  await cassette[Symbol.asyncDispose]()
  const [found, wanted] = isOfCopy ? ['a server itself', 'a copy'] : ['a copy', 'a server itself']
  throw new UsageError('USAGE', `Cannot record ${wanted} to "${out}": it is a recording of ${found}`, {
    hint: 'name another file',
  })
}

/** As the user named it. */
export function describeRecordTarget({ out, store }: RecordTarget): string {
  return out ?? (typeof store === 'string' ? store : DEFAULT_STORE)
}
