/** The store of a scribe that hears again what another one has heard, and may have stored. */
import type { RecordingStore } from '../../recording/index.js'
import type { HeardAgain } from './settings.js'

/**
 * Nothing is stored twice: what is heard again has the time that it had. While it is heard, no generation is higher than when the
 * other scribe last said how far it was, since what was read then may have changed by now.
 */
export function storeOfSuccessor(
  store: RecordingStore,
  { generation }: HeardAgain,
  isHeardAgain: () => boolean,
): RecordingStore {
  return {
    ...store,
    append: (recordings) => store.append(recordings, 'missing'),
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
