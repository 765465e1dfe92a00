/** What changed the data of a server since an answer was recorded, as far as that was recorded too. */
import { isToolRecording } from '../recorded-answer.js'
import type { Recording, ToolRecording } from '../recording.js'
import type { RecordingStore } from '../recording-store.js'
import { changesData } from './data-changes.js'
import { generationSeen } from './staleness.js'

/**
 * The recorded calls that advanced the generation of the server from what the recording saw to `generation`. Undefined where they
 * do not account for each step of it: something else changed, or nobody saw what.
 */
export async function changesSince(
  recording: Recording,
  generation: number,
  store: Pick<RecordingStore, 'list'>,
): Promise<readonly ToolRecording[] | undefined> {
  const seen = generationSeen(recording)
  const changes: ToolRecording[] = []
  const accounted = new Set<number>()
  for await (const each of store.list({ server: recording.server })) {
    if (each.generation < seen || each.generation >= generation || !changesData(each)) continue
    if (!isToolRecording(each)) return undefined
    changes.push(each)
    accounted.add(each.generation)
  }
  return accounted.size === generation - seen ? changes : undefined
}
