/** Waiting for a lock that another process holds. */
import { type Clock, StoreError, systemClock } from '../../base/index.js'

/** How long to wait for another process. */
export interface LockPatience {
  /** Default 10,000. */
  readonly lockTimeoutMs?: number
  readonly clock?: Clock
}

/**
 * Does the work, again and again while it fails with STORE_LOCKED; nothing is blocked in between. The work must have no effect
 * when it fails.
 * @throws what the work throws last when the time is up
 */
export async function whenUnlocked<T>(patience: LockPatience, work: () => T): Promise<T> {
  const { lockTimeoutMs = 10_000, clock = systemClock } = patience
  const start = clock.monotonic()
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return work()
    } catch (failure) {
      const isLocked = failure instanceof StoreError && failure.code === 'STORE_LOCKED'
      if (!isLocked || clock.monotonic() - start >= lockTimeoutMs) throw failure
      await clock.sleep(pauseMs)
    }
  }
}

const MAX_PAUSE_MS = 50
