/**
 * One writer at a time among several processes, by a lock that is gone with the process that held it: the system lets go of it however a
 * process ends. Nothing of Node offers such a lock; SQLite takes one on every platform, here on an empty database beside the file.
 */
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { codeOf } from '../../base/index.js'
import {
  checkSqliteDriver,
  type LockPatience,
  openSqliteDatabase,
  type SqliteDatabase,
  whenUnlocked,
} from '../../database/index.js'
import { withCassetteFailures } from './cassette-failure.js'
import { createExclusiveFile, type FileLock, held } from './exclusive-file.js'

/** Nothing is made before the lock is held for the first time. Where SQLite is not installed, it is an exclusive file. */
export function createFileLock(path: string, patience: LockPatience): FileLock {
  let chosen: Promise<FileLock> | undefined
  const lock = (): Promise<FileLock> => {
    chosen ??= checkSqliteDriver().then(
      () => createSqliteLock(path, patience),
      () => createExclusiveFile(path, patience),
    )
    return chosen
  }
  return {
    hold: async (work) => (await lock()).hold(work),
    close: async () => (await chosen)?.close(),
  }
}

function createSqliteLock(path: string, patience: LockPatience): FileLock {
  let opened: Promise<OpenLock> | undefined
  return {
    async hold(work) {
      for (;;) {
        opened ??= openLock(path, patience)
        const current = opened
        const lock = await current.catch((failure: unknown) => {
          // The next one tries anew, and there is nothing to close.
          if (opened === current) opened = undefined
          throw failure
        })
        const done = await whenUnlocked(patience, () =>
          whileLocked(lock, () => (isInPlace(lock, path) ? { result: work() } : undefined)),
        )
        if (done !== undefined) return done.result
        // Whoever held it before has removed it, and others may hold the next one.
        if (opened === current) {
          opened = undefined
          lock.database.close()
        }
      }
    },
    async close() {
      const lock = await opened
      opened = undefined
      if (lock === undefined) return
      try {
        whileLocked(lock, () => {
          if (isInPlace(lock, path)) rmSync(path)
        })
      } catch {
        // Another process holds it and will remove it, or the platform does not remove open files: it is empty, and does no harm.
      }
      lock.database.close()
    },
  }
}

interface OpenLock {
  readonly database: SqliteDatabase
  readonly inode: number
}

/**
 * Fails with STORE_LOCKED before the work, or not at all: nothing is committed, since a commit writes the first page of an empty
 * database, for which it may have to wait when the work is done.
 */
function whileLocked<T>({ database }: OpenLock, work: () => T): T {
  database.execute('BEGIN IMMEDIATE')
  try {
    return work()
  } finally {
    database.execute('ROLLBACK')
  }
}

async function openLock(path: string, patience: LockPatience): Promise<OpenLock> {
  for (;;) {
    await whenUnlocked(patience, () => withCassetteFailures(path, () => makeEmptyFile(path)))
    const inode = inodeOf(path)
    const database = await openSqliteDatabase(path)
    database.execute('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    // What is open keeps its inode: the same one now means that this very file was opened.
    if (inode !== undefined && inodeOf(path) === inode) return { database, inode }
    database.close()
  }
}

/** What is there is not even opened: to close it again would let go of every lock that this process has on it. */
function makeEmptyFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (failure) {
    if (codeOf(failure) !== 'EEXIST') throw failure
    // Whoever writes without SQLite says so in the file.
    const there = statSync(path, { throwIfNoEntry: false })
    if (there?.isFile() === true && there.size > 0) throw held(path, failure)
  }
}

function isInPlace({ inode }: OpenLock, path: string): boolean {
  return inodeOf(path) === inode
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}
