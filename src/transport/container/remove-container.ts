/** Ends containers and takes them away. */
import { type Clock, systemClock } from '../../base/index.js'
import type { ContainerEngine } from './engine.js'

/** How containers are ended before they are removed. */
export type Ending =
  /** Their client has told that they ended. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'kill' }
  /** They are asked, and have so long; milliseconds. */
  | { readonly kind: 'stop'; readonly graceMs: number }

/** Ends and removes the containers; resolves when they are gone. Says false when the engine could not do it. */
export async function removeContainers(
  { run }: ContainerEngine,
  names: readonly string[],
  ending: Ending,
  clock: Clock = systemClock,
): Promise<boolean> {
  try {
    if (ending.kind === 'kill') await run(['kill', ...names], limit)
    if (ending.kind === 'stop')
      await run(['stop', `--time=${secondsOf(ending.graceMs)}`, ...names], {
        timeoutMs: ending.graceMs + COMMAND_MS,
      })
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { exitCode, stderr } = await run(['rm', '--force', ...names], limit)
      // What is gone already is an error for some engines; another removal that is under way is one for all.
      if (exitCode === 0 || stderr.every((line) => /no such container|no container with/i.test(line)))
        return true
      await clock.sleep(100 * attempt)
    }
  } catch {
    // The engine does not answer any more. What it holds carries our labels, and the next start removes it.
  }
  return false
}

const COMMAND_MS = 15_000
const limit = { timeoutMs: COMMAND_MS }
const ATTEMPTS = 5

/** Whole ones, and not none: that would not ask. */
function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
