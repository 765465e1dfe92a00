/** A recording in the place of the server that it is of. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Clock, UsageError } from '../base/index.js'
import { createRedactor, isPostgresUrl, openStore } from '../recording/index.js'
import { createReplay, readRecordedServer } from '../replay/index.js'
import { type Service, serveInMemory } from '../server/index.js'
import type { Transport } from '../transport/index.js'

/** What a file holds of a server, as the service that answers like it. */
export type OpenReplay = (file: string, server: string) => Promise<Service>

export interface RecordingOptions {
  readonly openReplay?: OpenReplay
  readonly clock?: Clock
}

export async function serveRecording(
  file: string,
  server: string,
  { openReplay, ...options }: RecordingOptions,
): Promise<Transport> {
  return serveInMemory(await (openReplay?.(file, server) ?? openRecorded(file, server, options)))
}

/** All of it is read, and the store closed again. */
async function openRecorded(
  file: string,
  server: string,
  options: Pick<RecordingOptions, 'clock'>,
): Promise<Service> {
  const where = isPostgresUrl(file) ? file : resolve(file)
  // Opening a store makes one where there is none.
  if (!isPostgresUrl(file) && !existsSync(where))
    throw new UsageError('FILE_UNREADABLE', `Cannot replay "${server}" from "${file}": there is no such file`)
  await using store = await openStore(where)
  const recorded = await readRecordedServer(store, isPostgresUrl(file) ? 'the store' : file, server)
  const redactor = createRedactor({ secrets: [], salt: store.salt })
  return createReplay({ ...recorded, ...options, redactor }).service
}
