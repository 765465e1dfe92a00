/** `store prune`: removes recordings. */
import { counted, UsageError } from '../../base/index.js'
import type { RecordingStore } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { withProgress } from '../progress.js'
import { chosenRecordings } from './chosen-recordings.js'
import type { StoreRequest } from './store-request.js'

/** @throws UsageError USAGE when nothing says which */
export async function pruneStore(
  store: RecordingStore,
  request: StoreRequest,
  io: DiscreetIo,
): Promise<void> {
  const { filter, isDryRun, format } = request
  if (Object.keys(filter).length === 0)
    throw new UsageError('USAGE', 'Cannot prune without a filter: all would be removed', {
      hint: 'add --older-than 30d, --before, --since, --server, --tool or --method; for all --older-than 0s',
    })
  const removed = await withProgress(io, 'Pruning', async () => {
    if (!isDryRun) return store.remove(filter)
    let count = 0
    for await (const _ of chosenRecordings(store, request, io)) count++
    return count
  })
  if (format === 'json') io.stdoutJson({ removed, dry_run: isDryRun })
  else io.stdout(`${isDryRun ? 'Would remove' : 'Removed'} ${counted(removed, 'recording')}\n`)
}
