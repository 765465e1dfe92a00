/** Attempts to reach out of a copied world: how many there were, and the first one at once. */
import { type Clock, systemClock } from '../base/index.js'
import type { CopiedWorld } from './create-copy.js'

/** All counters in one. */
export function attemptsIn(world: Pick<CopiedWorld, 'networkAttempts'>): number {
  const { noRoute, refused, noPort } = world.networkAttempts()
  return noRoute + refused + noPort
}

/** Tells of the first attempt, and looks no more then. Disposing looks once more: what was tried last is told, too. */
export function watchNetwork(
  world: Pick<CopiedWorld, 'networkAttempts'>,
  onAttempt: (() => void) | undefined,
  clock: Clock = systemClock,
): Disposable {
  const over = new AbortController()
  let tell = onAttempt
  if (tell !== undefined) void watch()
  return {
    [Symbol.dispose]() {
      over.abort()
      look()
      tell = undefined
    },
  }

  async function watch(): Promise<void> {
    while (tell !== undefined) {
      await clock.sleep(EVERY_MS, over.signal).catch(() => undefined)
      if (over.signal.aborted) return
      look()
    }
  }

  function look(): void {
    if (tell === undefined || attemptsIn(world) === 0) return
    tell()
    tell = undefined
  }
}

const EVERY_MS = 200
