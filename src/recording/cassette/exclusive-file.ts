/** One writer at a time where there is no SQLite: a file that is there while somebody writes. */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf, randomName, StoreError } from '../../base/index.js'
import { type LockPatience, whenUnlocked } from '../../database/index.js'
import { withCassetteFailures } from './cassette-failure.js'

/** A lock that several processes take in turn. */
export interface FileLock {
  /** Does the work while nobody else holds the lock. @throws StoreError STORE_LOCKED when the patience is over */
  hold<T>(work: () => T): Promise<T>
  /** Removes the file of the lock, unless another process holds it just now. */
  close(): Promise<void>
}

/**
 * Excludes all who write, also those who have SQLite: an empty file of this name is theirs, one that says who holds it is ours, and
 * both wait for each other. What a killed process left behind nobody takes away but people: whether it still writes cannot be known
 * from here.
 */
export function createExclusiveFile(path: string, patience: LockPatience): FileLock {
  return {
    hold: (work) =>
      whenUnlocked(patience, () => {
        claim(path)
        try {
          return work()
        } finally {
          rmSync(path, { force: true })
        }
      }),
    async close() {
      // It is there no longer than the work takes.
    },
  }
}

/**
 * The file is there with what it says, or not at all: an empty one would be taken for that of SQLite.
 * @throws StoreError STORE_LOCKED when somebody else has it, STORE_FULL or STORE_UNREADABLE when it cannot be made
 */
function claim(path: string): void {
  const own = `${path}.${randomName()}`
  try {
    withCassetteFailures(path, () => {
      writeFileSync(own, `process ${process.pid}`, { flag: 'wx', mode: 0o600 })
      try {
        linkSync(own, path)
      } catch (failure) {
        throw codeOf(failure) === 'EEXIST' ? held(path, failure) : failure
      }
    })
  } finally {
    rmSync(own, { force: true })
  }
}

/** The failure that says who has the lock, as far as it says so itself. */
export function held(path: string, cause?: unknown): StoreError {
  return new StoreError('STORE_LOCKED', `Cannot write the cassette of "${path}": ${holderOf(path)} has it`, {
    hint: 'wait until whoever writes is done; where nobody writes, that file was left behind by a process that was killed: remove it',
    data: { path },
    cause,
  })
}

function holderOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(0, 40) || 'a process of mcp-understudy'
  } catch {
    // It was let go of since.
    return 'another process'
  }
}
