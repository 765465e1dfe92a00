/** Ends a server process in order (specification: basic/lifecycle, shutdown, stdio). */
import type { Writable } from 'node:stream'
import type { Clock } from '../base/index.js'
import { GRACE_MS, startGrace } from './grace.js'
import type { ProcessTree } from './process-tree.js'
import { holdsWithin, resolvesWithin } from './within.js'

/** What its user may say about how a process is ended. */
export interface EndingOptions {
  /** How long it may take once its standard input has ended, and again after SIGTERM; milliseconds, default 2000. */
  readonly graceMs?: number
  /** How long it may take once its standard input has ended, where that is another time; 0 for one that does not read it. */
  readonly endGraceMs?: number
  /** Whoever wants it to end does not want to wait: from its abort on each of the two times is half a second at most. */
  readonly hurry?: AbortSignal
}

export interface StopOptions extends EndingOptions {
  readonly pid: number
  readonly exited: Promise<void>
  readonly tree: Pick<ProcessTree, 'isAlive' | 'kill' | 'terminate'>
  readonly clock: Clock
}

/**
 * Closes standard input and waits; then SIGTERM to the process and all it started, and waits; then SIGKILL.
 * Resolves when all of them are gone, or could not be ended at all. Descendants that outlive the process are ended at once.
 */
export async function stopProcess(stdin: Pick<Writable, 'end'>, options: StopOptions): Promise<void> {
  const { pid, exited, tree, clock } = options
  stdin.end()
  await exitsInTime(options)
  if (tree.isAlive(pid)) {
    tree.terminate(pid)
    if (!(await isGoneInTime(options))) {
      tree.kill(pid)
      await holdsWithin(() => !tree.isAlive(pid), AFTER_KILL_MS, clock)
    }
  }
  // It is told a moment after the process is gone.
  await resolvesWithin(exited, AFTER_KILL_MS, clock)
}

/** What has been killed ends as soon as the kernel lets it; one that hangs in the kernel must not hang us. Milliseconds. */
const AFTER_KILL_MS = 2000
const ASK_EVERY_MS = 10

async function exitsInTime(options: StopOptions): Promise<void> {
  const { exited, graceMs = GRACE_MS, endGraceMs = graceMs, clock, hurry } = options
  using grace = startGrace(endGraceMs, { clock, hurry })
  await Promise.race([exited, grace.over])
}

async function isGoneInTime({ pid, tree, graceMs = GRACE_MS, clock, hurry }: StopOptions): Promise<boolean> {
  using grace = startGrace(graceMs, { clock, hurry })
  while (tree.isAlive(pid)) {
    if (grace.isOver) return false
    await clock.sleep(ASK_EVERY_MS)
  }
  return true
}
