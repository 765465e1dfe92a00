/** The recordings of one server, out of a store. */
import { defined, printable, UsageError } from '../base/index.js'
import { OBSERVED_EFFECT, type Recording, type RecordingStore } from '../recording/index.js'

export interface RecordedServer {
  readonly server: string
  /** Oldest first. */
  readonly recordings: readonly Recording[]
}

/**
 * Reads what was recorded of the only server, or of the one that is named; with whose credentials does not matter.
 * `where` names the store.
 * @throws UsageError USAGE when there is no recording, or several servers and none is named; StoreError
 */
export async function readRecordedServer(
  store: RecordingStore,
  where: string,
  server?: string,
): Promise<RecordedServer> {
  const recordings: Recording[] = []
  const others = new Set<string>()
  for await (const recording of store.list(defined({ server }))) {
    // What was seen of tools on copies is kept in the same store, and nobody asks a server for it.
    if (recording.method === OBSERVED_EFFECT) continue
    recordings.push(recording)
    others.add(recording.server)
  }
  const names = [...others].sort()
  const [only, second] = names
  if (only !== undefined && second === undefined) return { server: only, recordings }
  const from = `Cannot replay from "${where}"`
  if (second !== undefined)
    throw new UsageError('USAGE', `${from}: it holds recordings of several servers`, {
      hint: `pick one of ${shownNames(names)}`,
    })
  const of = server === undefined ? '' : ` of a server "${printable(server, { oneLine: true })}"`
  const recorded = server === undefined ? [] : await recordedServers(store)
  throw new UsageError('USAGE', `${from}: there is no recording${of}`, {
    hint:
      recorded.length > 0
        ? `recorded are ${shownNames(recorded)}`
        : 'record some: understudy record, or understudy call … --store',
  })
}

/** In the order of their names. */
export async function recordedServers(store: RecordingStore): Promise<readonly string[]> {
  const names = new Set<string>()
  for await (const { server } of store.list()) names.add(server)
  return [...names].sort()
}

function shownNames(names: readonly string[]): string {
  return names.map((name) => printable(name, { oneLine: true })).join(', ')
}
