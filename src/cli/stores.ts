/** `--store`: where recordings are, a file or a `postgres://` URL. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../base/index.js'
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

/** Opens the store, making it when there is none. `chosen` is true for `--store` without a path. */
export function openStoreToWrite(chosen: string | true, io: DiscreetIo): Promise<RecordingStore> {
  return openStore(chosen === true ? DEFAULT_STORE : chosen, io)
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

async function openStore(path: string, io: DiscreetIo): Promise<RecordingStore> {
  if (path === '') throw new UsageError('USAGE', 'Cannot use --store "": a file has a name')
  if (isPostgresUrl(path)) {
    io.keepSecret(secretValues({ store: path }))
    return openPostgresStore(path)
  }
  return path.endsWith('.jsonl')
    ? openCassetteStore(resolve(io.cwd, path))
    : openSqliteStore(resolve(io.cwd, path))
}
