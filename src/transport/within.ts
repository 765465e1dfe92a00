/** Waiting for something that may not come, without an error when it does not. */
import type { Clock } from '../base/index.js'

/** True when `work` resolves within `ms`; false when the time is up first. Leaves no timer behind. */
export async function resolvesWithin(work: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  const over = new AbortController()
  const timeUp = clock.sleep(ms, over.signal).then(
    () => false,
    () => false,
  )
  try {
    return await Promise.race([work.then(() => true), timeUp])
  } finally {
    over.abort()
  }
}

/** True as soon as `isSo` holds, asked every `everyMs`; false when `ms` have passed without. */
export async function holdsWithin(
  isSo: () => boolean,
  ms: number,
  clock: Clock,
  everyMs = 10,
): Promise<boolean> {
  const until = clock.monotonic() + ms
  while (!isSo()) {
    if (clock.monotonic() >= until) return false
    await clock.sleep(everyMs)
  }
  return true
}
