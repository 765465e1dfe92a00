/** Who owns a run on one machine: a lock that is gone with the process that held it, however that ended. */

import { StoreError } from '../../base/index.js'
import { openSqliteDatabase } from '../../database/index.js'

export interface OwnerLock {
  /** Releasing it twice is fine. */
  release(): void
}

/** Undefined while somebody else holds it, in this process or another one. Stopped processes hold their locks. */
export async function lockOwner(path: string): Promise<OwnerLock | undefined> {
  const database = await openSqliteDatabase(path, 0)
  try {
    database.execute('BEGIN EXCLUSIVE')
  } catch (failure) {
    database.close()
    if (failure instanceof StoreError && failure.code === 'STORE_LOCKED') return undefined
    throw failure
  }
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      database.execute('ROLLBACK')
      database.close()
    },
  }
}
