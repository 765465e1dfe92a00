/** Files that somebody edits: which of them were written, replaced, put there or taken away. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Clock } from '../../base/index.js'

export interface FileWatch {
  /**
   * Resolves with the files that are others than when this resolved last, or at first when it was made, once they stay as they are.
   * Rejects with the signal's reason.
   */
  changed(): Promise<readonly string[]>
}

export interface FileWatchOptions {
  /** Absolute path that relative ones start from. */
  readonly cwd: string
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Milliseconds from look to look. Looking works on every disk and network share, and when a folder is replaced as a whole. */
export const LOOK_MS = 200
/** Editors and version control take a file away and put another one there: it is gone when it is at so many looks. */
export const GONE_LOOKS = 10

/** `files` need not be there: one that comes has changed, too. */
export function watchFiles(files: readonly string[], { cwd, clock, signal }: FileWatchOptions): FileWatch {
  const watched = files.map((file) => watchFile(file, resolve(cwd, file)))
  return {
    async changed() {
      for (;;) {
        await clock.sleep(LOOK_MS, signal)
        const haveStayed = watched.map((each) => each.look()).every((hasStayed) => hasStayed)
        const changed = watched.filter((each) => each.isChanged())
        if (!haveStayed || changed.length === 0) continue
        for (const each of watched) each.accept()
        return changed.map(({ file }) => file)
      }
    },
  }
}

interface WatchedFile {
  readonly file: string
  /** True when it is as it was at the look before. */
  look(): boolean
  /** Whether it is another one than when it was accepted. */
  isChanged(): boolean
  accept(): void
}

function watchFile(file: string, path: string): WatchedFile {
  let seen = stampOf(path)
  let accepted = seen
  let goneLooks = 0
  return {
    file,
    look() {
      const before = seen
      const now = stampOf(path)
      goneLooks = now === undefined ? goneLooks + 1 : 0
      if (now === undefined && before !== undefined && goneLooks < GONE_LOOKS) return false
      seen = now
      return seen === before
    },
    isChanged: () => seen !== accepted,
    accept() {
      accepted = seen
    },
  }
}

/** Another one whenever the file is written, or another file is put in its place; undefined when none is there. */
function stampOf(path: string): string | undefined {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
  } catch {
    // Whoever needs it says why it cannot be read.
    return undefined
  }
}
