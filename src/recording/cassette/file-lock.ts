/** One writer at a time among several processes. */
import { rmSync, statSync } from 'node:fs'
import { claimPrivateFile } from '../private-file.js'
import { openSqliteDatabase, type SqliteDatabase } from '../sqlite-database.js'
import { type LockPatience, whenUnlocked } from '../when-unlocked.js'

/**
 * A lock that is gone with the process that held it: the system lets go of it however a process ends.
 * Nothing of Node offers such a lock; SQLite takes one on every platform, here on an empty database beside the file.
 */
export interface FileLock {
  /** Does the work while nobody else holds the lock. @throws StoreError STORE_LOCKED when the patience is over */
  hold<T>(work: () => T): Promise<T>
  /** Removes the file of the lock, unless another process holds it just now. */
  close(): Promise<void>
}

/** Nothing is made before the lock is held for the first time. */
export function createFileLock(path: string, patience: LockPatience): FileLock {
  let opened: Promise<OpenLock> | undefined
  return {
    async hold(work) {
      for (;;) {
        opened ??= openLock(path)
        const current = opened
        const lock = await current
        const done = await whenUnlocked(patience, () =>
          lock.database.transaction(() => (isInPlace(lock, path) ? { result: work() } : undefined)),
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
        lock.database.transaction(() => {
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

async function openLock(path: string): Promise<OpenLock> {
  for (;;) {
    const real = await claimPrivateFile(path)
    const inode = inodeOf(real)
    const database = await openSqliteDatabase(real, BUSY_TIMEOUT_MS)
    database.execute('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    // What is open keeps its inode: the same one now means that this very file was opened.
    if (inode !== undefined && inodeOf(real) === inode) return { database, inode }
    database.close()
  }
}

function isInPlace({ inode }: OpenLock, path: string): boolean {
  return inodeOf(path) === inode
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/** Short, since it blocks: longer waits are ours. */
const BUSY_TIMEOUT_MS = 20
