/** The store of a recorder process that hears again what another one has heard, and may have stored. */
import { digest } from '../../base/index.js'
import type { Recording, RecordingStore } from '../../recording/index.js'
import type { HeardAgain } from './settings.js'

/**
 * Nothing is stored twice: what is heard again has the time that it had. Nor is anything lost: calls that are the same at the same time
 * are as many as were heard. While it is heard, no generation is higher than when the other recorder process last said how far it was, since what
 * was read then may have changed by now.
 */
export function storeOfSuccessor(
  store: RecordingStore,
  { generation, untilMs }: Pick<HeardAgain, 'generation' | 'untilMs'>,
  isHeardAgain: () => boolean,
): RecordingStore {
  /** What is heard again: how many of each the other one has stored, and how many were heard. */
  const twins = new Map<string, { readonly before: number; heard: number }>()

  async function isMissing(recording: Recording): Promise<boolean> {
    if (Date.parse(recording.recordedAt) > untilMs + MAX_PUT_OFF_MS) return true
    const mark = markOf(recording)
    const twin = twins.get(mark) ?? { before: await countOf(recording, mark), heard: 0 }
    twins.set(mark, twin)
    twin.heard++
    return twin.heard > twin.before
  }

  async function countOf({ key, recordedAt }: Recording, mark: string): Promise<number> {
    let count = 0
    for await (const each of store.list({ key, recordedSince: recordedAt })) {
      if (each.recordedAt !== recordedAt) break
      if (markOf(each) === mark) count++
    }
    return count
  }

  return {
    ...store,
    async append(recordings) {
      const missing: Recording[] = []
      for (const each of recordings) if (await isMissing(each)) missing.push(each)
      return store.append(missing)
    },
    generations: {
      ...store.generations,
      async of(server) {
        const isOld = isHeardAgain()
        const now = await store.generations.of(server)
        return isOld ? Math.min(now, generation) : now
      },
    },
  }
}

/** Equal requests that are made at once are stored as made one after another, so many of them at most. */
const MAX_PUT_OFF_MS = 10_000

/** The same for the same request at the same time with the same end. */
function markOf({ key, recordedAt, params, capabilities, http, ended, response }: Recording): string {
  const said = response === undefined ? null : 'error' in response ? response.error : response.result
  const asked = [params ?? null, capabilities ?? null, http?.anomalies ?? null]
  return digest({ key, recordedAt, asked, ended, said })
}
