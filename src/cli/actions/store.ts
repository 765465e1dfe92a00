/** Looks after what is recorded. */
import { UsageError } from '../../base/index.js'
import { DEFAULT_STORE, type RecordingStore } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { exportRecordings } from '../store/export-recordings.js'
import { importFiles } from '../store/import-files.js'
import { invalidateServers } from '../store/invalidate-servers.js'
import { listRecordings } from '../store/list-recordings.js'
import { pruneStore } from '../store/prune-store.js'
import { scanStore } from '../store/scan-store.js'
import { showRecording } from '../store/show-recording.js'
import type { StoreAction, StoreRequest } from '../store/store-request.js'
import { showStats } from '../store/store-stats.js'
import { openStoreToRead } from '../stores.js'

export async function useStore(
  action: StoreAction,
  request: StoreRequest,
  io: DiscreetIo,
): Promise<ExitCode> {
  if (action === 'import') {
    await importFiles(request, io)
    return exitCodeFor({})
  }
  await using store = await openStoreToRead(request.store, io)
  if (store === undefined)
    throw new UsageError(
      'FILE_UNREADABLE',
      `Cannot read the store "${DEFAULT_STORE}": there is no such file`,
      {
        hint: 'understudy call … --store makes one; --store names another',
      },
    )
  return (await WORK[action](store, request, io)) ?? exitCodeFor({})
}

const WORK: Readonly<
  Record<
    Exclude<StoreAction, 'import'>,
    // biome-ignore lint/suspicious/noConfusingVoidType: most of them have nothing to say but what they print
    (store: RecordingStore, request: StoreRequest, io: DiscreetIo) => Promise<ExitCode | void>
  >
> = {
  list: listRecordings,
  show: showRecording,
  stats: showStats,
  export: exportRecordings,
  prune: pruneStore,
  invalidate: invalidateServers,
  scan: scanStore,
}
