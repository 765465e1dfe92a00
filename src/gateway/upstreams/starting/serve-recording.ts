/** A recording in the place of the server that it is of. */
import type { Clock } from '../../../base/index.js'
import { createRedactor, openCassetteStore } from '../../../recording/index.js'
import { createReplay, readRecordedServer } from '../../../replay/index.js'
import { type Service, serveInMemory } from '../../../server/index.js'
import type { Transport } from '../../../transport/index.js'

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
  return serveInMemory(await (openReplay?.(file, server) ?? openCassette(file, server, options)))
}

/** All of it is read, and the file closed again. */
async function openCassette(
  file: string,
  server: string,
  options: Pick<RecordingOptions, 'clock'>,
): Promise<Service> {
  await using store = await openCassetteStore(file)
  const recorded = await readRecordedServer(store, file, server)
  const redactor = createRedactor({ secrets: [], salt: store.salt })
  return createReplay({ ...recorded, ...options, redactor }).service
}
