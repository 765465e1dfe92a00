/** Things that others make and take away while a world is laid out. */
import { type Status, statusOf } from './file-status.js'
import { removeFile, removeFolder } from './files.js'
import { hasGone, SystemCallError } from './libc.js'

/** Undefined where we may not even look, as at what another user mounted for himself. */
export function seen(path: string): Status | undefined {
  try {
    return statusOf(path)
  } catch (cause) {
    if (cause instanceof SystemCallError) return undefined
    throw cause
  }
}

/**
 * Beside mounts each thing is looked at by itself, and things come and go meanwhile, as in a temporary folder: false for what has gone.
 * What went and has come again is worked on once more.
 */
export function unlessGone(path: string, work: (isAgain: boolean) => void): boolean {
  for (let left = COMINGS; ; left--) {
    try {
      work(left < COMINGS)
      return true
    } catch (cause) {
      if (!hasGone(cause)) throw cause
      if (!exists(path)) return false
      if (left === 0) throw cause
    }
  }
}

/** A file, or a folder in which nothing is, where that was made. */
export function discard(path: string): void {
  const made = seen(path)
  if (made?.kind === 'folder') removeFolder(path)
  else if (made !== undefined) removeFile(path)
}

/** How often something that comes and goes is worked on again. */
const COMINGS = 20

export function exists(path: string): boolean {
  return seen(path) !== undefined
}
