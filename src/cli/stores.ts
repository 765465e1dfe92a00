/** `--store`: where recordings are, a file or a `postgres://` URL. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { printable, UsageError } from '../base/index.js'
import {
  isPostgresUrl,
  openCassetteStore,
  openPostgresStore,
  openSqliteStore,
  type RecordingStore,
  secretValues,
} from '../recording/index.js'
import type { DiscreetIo } from './discreet-io.js'

/** Below the folder that a command runs in. */
export const DEFAULT_STORE = '.understudy/recordings.db'

/**
 * Opens the store, making it, with this salt, when there is none. `chosen` is true for `--store` without a path.
 */
export function openStoreToWrite(
  chosen: string | true,
  io: DiscreetIo,
  newSalt?: string,
): Promise<RecordingStore> {
  return openStore(chosen === true ? DEFAULT_STORE : chosen, io, newSalt)
}

/**
 * Opens the store that was chosen, else the default one where it exists; undefined when there is nothing to read.
 * @throws UsageError FILE_UNREADABLE when the chosen one does not exist: reading makes nothing
 */
export async function openStoreToRead(
  chosen: string | true | undefined,
  io: DiscreetIo,
): Promise<RecordingStore | undefined> {
  if (chosen === undefined || chosen === true) {
    return existsSync(resolve(io.cwd, DEFAULT_STORE)) ? openStore(DEFAULT_STORE, io) : undefined
  }
  if (!isPostgresUrl(chosen) && !existsSync(resolve(io.cwd, chosen))) {
    throw new UsageError('FILE_UNREADABLE', `Cannot read the store "${chosen}": there is no such file`, {
      hint: 'understudy call … --store makes one',
    })
  }
  return openStore(chosen, io)
}

/** The file of a store; undefined for one that is none. */
export function storeFile(chosen: string | undefined, { cwd }: DiscreetIo): string | undefined {
  if (chosen !== undefined && isPostgresUrl(chosen)) return undefined
  return resolve(cwd, chosen ?? DEFAULT_STORE)
}

/** By what the file holds; by its name where that does not tell. */
function isCassette(file: string): boolean {
  const beginning = beginningOf(file) ?? ''
  return beginning.startsWith('{') || (file.endsWith('.jsonl') && !beginning.startsWith('SQLite format'))
}

interface StoreKind {
  isMeant(chosen: string, io: DiscreetIo): boolean
  open(chosen: string, io: DiscreetIo, newSalt: string | undefined): Promise<RecordingStore>
}

/** The first one that is meant; else the name is that of a SQLite file. */
const KINDS: readonly StoreKind[] = [
  {
    isMeant: isPostgresUrl,
    open: (url, io, salt) => {
      io.keepSecret(secretValues({ store: url }))
      return openPostgresStore(url, salt === undefined ? {} : { salt })
    },
  },
  {
    isMeant: (path, { cwd }) => isCassette(resolve(cwd, path)),
    open: (path, { cwd, stderr }, salt) =>
      openCassetteStore(resolve(cwd, path), {
        warn: (message) => stderr(`Warning: ${printable(message)}\n`),
        ...(salt === undefined ? {} : { salt }),
      }),
  },
]

async function openStore(chosen: string, io: DiscreetIo, newSalt?: string): Promise<RecordingStore> {
  if (chosen === '') throw new UsageError('USAGE', 'Cannot use --store "": a file has a name')
  const kind = KINDS.find(({ isMeant }) => isMeant(chosen, io))
  if (kind !== undefined) return kind.open(chosen, io, newSalt)
  return openSqliteStore(resolve(io.cwd, chosen), newSalt === undefined ? {} : { salt: newSalt })
}

/** Its first bytes; undefined for what is no file, or may not be read. */
export function beginningOf(file: string): string | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const bytes = Buffer.alloc(100)
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    return bytes.toString('latin1', 0, readSync(descriptor, bytes))
  } catch {
    // Whoever opens the store tells why it cannot be read.
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
