/** Recordings of one store, added to another. */
import { UsageError } from '../../base/index.js'
import type { Recording } from '../recording.js'
import type { RecordingStore } from '../recording-store.js'

export interface ImportedRecordings {
  readonly imported: number
  /** There already. */
  readonly skipped: number
}

/**
 * Appends what the target does not hold yet (see same-exchange.ts), once also when the same is imported twice at the same time.
 * Recordings are kept as they are, placeholders and principals included; they are found again if both stores have one salt.
 * A server's generation rises to the higher one first, so that nothing stale becomes fresh. What was imported when it fails stays.
 * @throws UsageError RECORDING_INVALID for what was recorded in a copy: ids and times in it are those of no server
 */
export async function importRecordings(
  source: RecordingStore,
  target: RecordingStore,
  onProgress: (soFar: ImportedRecordings) => void = () => undefined,
): Promise<ImportedRecordings> {
  if (source.isOfCopy === true)
    throw new UsageError(
      'RECORDING_INVALID',
      'Cannot import what was recorded in a copy: its ids and times are those of the copy',
      {
        hint: 'record the server itself: understudy record --store -- COMMAND',
      },
    )
  const servers = new Set<string>()
  let soFar: ImportedRecordings = { imported: 0, skipped: 0 }
  let batch: Recording[] = []
  const flush = async (): Promise<void> => {
    const added = await target.append(batch, 'missing')
    soFar = { imported: soFar.imported + added, skipped: soFar.skipped + batch.length - added }
    batch = []
    onProgress(soFar)
    // Stores answer without a turn of the event loop, in which whoever waits is told.
    await new Promise(setImmediate)
  }
  for await (const recording of source.list()) {
    if (!servers.has(recording.server)) {
      servers.add(recording.server)
      await raiseGeneration(recording.server, source, target)
    }
    batch.push(recording)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  return soFar
}

async function raiseGeneration(
  server: string,
  source: RecordingStore,
  target: RecordingStore,
): Promise<void> {
  const wanted = await source.generations.of(server)
  if (wanted === 0) return
  const found = await target.generations.of(server)
  if (wanted - found > MAX_STEPS)
    throw new UsageError(
      'RECORDING_INVALID',
      `Cannot import recordings of ${JSON.stringify(server)}: they are at generation ${wanted}, and the store is at ${found}`,
      {
        hint: `nothing counts more than ${MAX_STEPS} changes: mend the generation, or import into a new store`,
      },
    )
  if (found < wanted) await target.generations.raise(server, wanted)
}

const BATCH = 200
const MAX_STEPS = 100_000
