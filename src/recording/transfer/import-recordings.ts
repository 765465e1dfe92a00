/** Recordings of one store, added to another. */
import { isSameJson, type JsonValue, UsageError } from '../../base/index.js'
import type { Recording } from '../recording.js'
import type { RecordingStore } from '../recording-store.js'

export interface ImportedRecordings {
  readonly imported: number
  /** There already. */
  readonly skipped: number
}

/**
 * Appends what the target does not hold yet: the same key at the same time, asked in the same way, is the same exchange. Recordings
 * are kept as they are, placeholders and principals included; they are found again if both stores have one salt.
 * A server's generation rises to the higher one first, so that nothing stale becomes fresh. What was imported when it fails stays.
 */
export async function importRecordings(
  source: RecordingStore,
  target: RecordingStore,
  onProgress: (soFar: ImportedRecordings) => void = () => undefined,
): Promise<ImportedRecordings> {
  const servers = new Set<string>()
  let soFar: ImportedRecordings = { imported: 0, skipped: 0 }
  let batch: Recording[] = []
  const flush = async (): Promise<void> => {
    const added = await missingOf(batch, target)
    await target.append(added)
    soFar = {
      imported: soFar.imported + added.length,
      skipped: soFar.skipped + batch.length - added.length,
    }
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

async function missingOf(batch: readonly Recording[], target: RecordingStore): Promise<Recording[]> {
  // At once, for the sake of a store at the other end of a network.
  const areThere = await Promise.all(batch.map((recording) => isThere(recording, target)))
  const missing: Recording[] = []
  for (const [i, recording] of batch.entries()) {
    const isRepeated = missing.some((each) => isSameExchange(each, recording))
    if (!isRepeated && areThere[i] === false) missing.push(recording)
  }
  return missing
}

async function isThere(recording: Recording, target: RecordingStore): Promise<boolean> {
  const { key, recordedAt } = recording
  const next = new Date(Date.parse(recordedAt) + 1).toISOString()
  for await (const each of target.list({ key, recordedSince: recordedAt, recordedBefore: next }))
    if (isSameExchange(each, recording)) return true
  return false
}

function isSameExchange(a: Recording, b: Recording): boolean {
  return a.key === b.key && a.recordedAt === b.recordedAt && isSameJson(asked(a), asked(b))
}

/** What tells requests of one key apart. */
function asked({ params, capabilities, http }: Recording): JsonValue {
  return [params ?? null, capabilities ?? null, http?.anomalies ?? null]
}

async function raiseGeneration(
  server: string,
  source: RecordingStore,
  target: RecordingStore,
): Promise<void> {
  const wanted = await source.generations.of(server)
  let found = await target.generations.of(server)
  if (wanted - found > MAX_STEPS)
    throw new UsageError(
      'RECORDING_INVALID',
      `Cannot import recordings of ${JSON.stringify(server)}: they are at generation ${wanted}, and the store is at ${found}`,
      {
        hint: `nothing counts more than ${MAX_STEPS} changes: mend the generation, or import into a new store`,
      },
    )
  while (found < wanted) found = await target.generations.advance(server)
}

const BATCH = 200
const MAX_STEPS = 100_000
