/** `--store`: where recordings are, a file or a `postgres://` URL. */
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defined, printable, UsageError } from '../base/index.js'
import type { RecordingStore } from '../recording/index.js'
import { secretValues } from '../recording/redaction/index.js'
import { DEFAULT_STORE, isPostgresUrl } from '../recording/store-name.js'
import type { DiscreetIo } from './discreet-io.js'

/**
 * Opens the store, making it, with this salt, when there is none. `chosen` is true for `--store` without a path.
 * @throws StoreError STORE_UNREADABLE also when it may only be read
 */
export async function openStoreToWrite(
  chosen: string | true,
  io: DiscreetIo,
  newSalt?: string,
): Promise<RecordingStore> {
  const store = await open(chosen === true ? DEFAULT_STORE : chosen, io, newSalt)
  const { refuseReadOnly } = await import('../recording/index.js')
  if (store.isOfCopy !== true) return refuseReadOnly(store)
  await store[Symbol.asyncDispose]()
  throw new UsageError('USAGE', `Cannot record to "${chosen}": it was recorded in a copy`, {
    hint: 'name another file; understudy record --copy alone adds to it',
  })
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
    return existsSync(resolve(io.cwd, DEFAULT_STORE)) ? open(DEFAULT_STORE, io) : undefined
  }
  if (!isPostgresUrl(chosen) && !existsSync(resolve(io.cwd, chosen))) {
    throw new UsageError('FILE_UNREADABLE', `Cannot read the store "${chosen}": there is no such file`, {
      hint: chosen.endsWith('.jsonl')
        ? 'understudy record --out FILE -- COMMAND makes one'
        : 'understudy call … --store makes one',
    })
  }
  const store = await open(chosen, io)
  if (store.isOfCopy === true)
    io.stderr(
      `${printable(`Note: "${chosen}" was recorded in a copy of a machine: ids and times in it are those of the copy`)}\n`,
    )
  return store
}

/** The file of a store; undefined for one that is none. */
export function storeFile(chosen: string | undefined, { cwd }: DiscreetIo): string | undefined {
  if (chosen !== undefined && isPostgresUrl(chosen)) return undefined
  return resolve(cwd, chosen ?? DEFAULT_STORE)
}

async function open(chosen: string, io: DiscreetIo, newSalt?: string): Promise<RecordingStore> {
  if (chosen === '') throw new UsageError('USAGE', 'Cannot use --store "": a file has a name')
  if (isPostgresUrl(chosen)) io.keepSecret(secretValues({ store: chosen }))
  else if (chosen === DEFAULT_STORE) tellLink(DEFAULT_STORE, io)
  // Loaded only where there is a store: most commands have none.
  const { openStore } = await import('../recording/index.js')
  return openStore(isPostgresUrl(chosen) ? chosen : resolve(io.cwd, chosen), {
    warn: (message) => io.stderr(`Warning: ${printable(message)}\n`),
    ...defined({ salt: newSalt }),
  })
}

/** Nobody named the folder of this default: who laid a link there chose where recordings are read and written. */
export function tellLink(store: string, io: DiscreetIo): void {
  const folder = dirname(store)
  const path = resolve(io.cwd, folder)
  try {
    if (lstatSync(path).isSymbolicLink())
      io.stderr(`${printable(`Note: ${folder} is a link: recordings are in ${realpathSync(path)}`)}\n`)
  } catch {
    // Where nothing is there, there is no link; what cannot be read is told by whoever opens it.
  }
}
