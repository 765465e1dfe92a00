/** A store by its path or URL, as users name it. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { defined, UsageError } from '../base/index.js'
import { openCassetteStore } from './cassette/cassette-store.js'
import { openPostgresStore } from './postgres/postgres-store.js'
import type { RecordingStore } from './recording-store.js'
import { openSqliteStore } from './sqlite/sqlite-store.js'
import { isPostgresUrl } from './store-name.js'

export interface OpenStoreOptions {
  /** Of a store that is made; default: a new one. */
  readonly salt?: string
  /** Told of a cassette that a writer has left behind. */
  readonly warn?: (message: string) => void
}

/**
 * Opens, or makes, the store of a `postgres://` URL, or of an absolute path: a cassette or a SQLite file, by what the file holds, and
 * by its name where that does not tell.
 * @throws UsageError USAGE; StoreError, as the store of each kind does
 */
export async function openStore(
  chosen: string,
  { salt, warn }: OpenStoreOptions = {},
): Promise<RecordingStore> {
  if (chosen === '') throw new UsageError('USAGE', 'Cannot open the store "": a file has a name')
  const made = defined({ salt })
  if (isPostgresUrl(chosen)) return openPostgresStore(chosen, made)
  if (isCassette(chosen)) return openCassetteStore(chosen, { ...made, ...defined({ warn }) })
  return openSqliteStore(chosen, made)
}

function isCassette(file: string): boolean {
  const beginning = beginningOf(file) ?? ''
  return beginning.startsWith('{') || (file.endsWith('.jsonl') && !beginning.startsWith('SQLite format'))
}

/** Its first bytes; undefined for what is no file, or may not be read. */
export function beginningOf(file: string): string | undefined {
  const bytes = Buffer.alloc(100)
  let descriptor: number | undefined
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined
    descriptor = openSync(file, 'r')
    return bytes.toString('latin1', 0, readSync(descriptor, bytes))
  } catch {
    // Whoever opens the store tells why it cannot be read.
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
