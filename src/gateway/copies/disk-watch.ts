/** Tells that something below folders has moved since they began to be watched. */
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { codeOf, nextLoopTurn } from '../../base/index.js'

export interface DiskWatch extends Disposable {
  /** True as well where not everything could be watched. All that was done before it was asked counts. */
  hasMoved(): Promise<boolean>
  /** Not everything could be watched: it can never be known that nothing has moved. */
  readonly isBlind: boolean
}

export interface DiskWatchOptions {
  /** Told of the first change, at some later turn. Must not throw. */
  onMoved(): void
  /** What a gateway writes itself. */
  isOurs(path: string): boolean
}

/** Folders and files. */
export function watchDisk(roots: readonly string[], { onMoved, isOurs }: DiskWatchOptions): DiskWatch {
  const watchers: FSWatcher[] = []
  let hasMoved = false
  let isBlind = false
  const moved = (): void => {
    if (hasMoved) return
    hasMoved = true
    setImmediate(onMoved)
  }
  try {
    for (const root of roots) watchAll(root)
  } catch {
    // No watch is left, a folder is closed to us, or it goes while we look: whoever cannot know takes it for moved.
    blind()
  }

  function blind(): void {
    isBlind = true
    moved()
  }

  function watchAll(path: string): void {
    if (watchers.length >= MOST_WATCHES) {
      blind()
      return
    }
    const watcher = watch(path, { persistent: false }, (_, name) => {
      if (name === null || !isOurs(`${path}/${name}`)) moved()
    })
    watchers.push(watcher.on('error', blind))
    for (const name of foldersIn(path)) if (!isOurs(`${path}/${name}`)) watchAll(`${path}/${name}`)
  }

  return {
    get isBlind() {
      return isBlind
    },
    async hasMoved() {
      // What the kernel has told is read with the next turn, and handed over with the one after.
      await nextLoopTurn()
      await nextLoopTurn()
      return hasMoved
    },
    [Symbol.dispose]() {
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** Links are not followed: what they lead to is no part of the copy. */
function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((each) =>
      each.isDirectory() ? [each.name] : [],
    )
  } catch (failure) {
    if (codeOf(failure) === 'ENOTDIR') return []
    throw failure
  }
}

/** One user has some 8,000 watches where the system has little memory, for all that he runs. */
const MOST_WATCHES = 5_000
