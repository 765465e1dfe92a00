/** Notices that something changed in folders, at once and without looking at every file. */
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

export interface FolderWatch extends Disposable {
  /** Forgets all folders: from now on nothing has changed. Called before the folders are looked at. */
  restart(): void
  /** Watches one more folder. Called before it is read, so that nothing falls between. */
  enter(folder: string): void
  /** True when nothing has changed since `restart`; false where that cannot be known. */
  isQuiet(): Promise<boolean>
}

export function createFolderWatch(root: string): FolderWatch {
  let watchers: FSWatcher[] = []
  let isQuiet = false

  function close(): void {
    for (const watcher of watchers) watcher.close()
    watchers = []
  }
  const notice = (): void => {
    isQuiet = false
  }

  return {
    restart() {
      // A folder that was removed and made again is another one: each look watches anew.
      close()
      isQuiet = true
    },
    enter(folder) {
      try {
        watchers.push(watch(join(root, folder), { persistent: false }, notice).on('error', notice))
      } catch {
        // It is gone, or the system has no more watches to give: the next question is answered by looking.
        notice()
      }
    },
    async isQuiet() {
      // What was written before this question was asked is already with the system: a turn of the loop fetches it.
      await new Promise<void>((resolve) => setImmediate(resolve))
      await new Promise<void>((resolve) => setImmediate(resolve))
      return isQuiet
    },
    [Symbol.dispose]: close,
  }
}
