/** Tells which entries of folders have moved, so that not everything has to be looked at after each call. */

import { type FSWatcher, watch } from 'node:fs'
import { isAtOrBelow } from '../../../base/index.js'

export interface WatchedFolders extends Disposable {
  /** Does nothing to one that is watched, or that is not there. */
  add(folder: string): void
  /** That folder and all below it. */
  remove(folder: string): void
  /** The paths that were told since the last time; `everything` when some may have been lost. */
  take(): ReadonlySet<string> | 'everything'
}

/** `placeOf` is where a folder is seen from here. */
export function watchedFolders(placeOf: (folder: string) => string): WatchedFolders {
  const watchers = new Map<string, FSWatcher>()
  let moved = new Set<string>()
  let isLost = false
  return {
    add(folder) {
      if (watchers.has(folder) || isLost) return
      try {
        const watcher = watch(placeOf(folder), { persistent: false }, (_, name) => {
          if (name === null || moved.size >= MOST_TOLD) isLost = true
          else moved.add(`${folder}/${name}`)
        })
        watcher.on('error', () => {
          isLost = true
        })
        watchers.set(folder, watcher)
      } catch {
        // The system has no more watches to give, or the folder is gone again: everything is looked at instead.
        isLost = true
      }
    },
    remove(folder) {
      for (const [each, watcher] of watchers) {
        if (!isAtOrBelow(each, folder)) continue
        watcher.close()
        watchers.delete(each)
      }
    },
    take() {
      const told = moved
      moved = new Set()
      return isLost ? 'everything' : told
    },
    [Symbol.dispose]() {
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}

/** The kernel drops what nobody has fetched: a queue holds 16,384 by default. */
const MOST_TOLD = 8000
