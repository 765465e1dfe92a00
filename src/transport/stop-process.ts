/** Ends a server process in order (specification: basic/lifecycle, shutdown, stdio). */
import type { Clock } from '../base/index.js'
import type { ProcessTree } from './process-tree.js'
import type { ServerProcess } from './server-process.js'
import { holdsWithin, resolvesWithin } from './within.js'

export interface StopOptions {
  readonly pid: number
  readonly exited: Promise<void>
  readonly tree: Pick<ProcessTree, 'isAlive' | 'kill' | 'terminate'>
  /** How long the process may take to end by itself once its standard input is closed; milliseconds. */
  readonly endGraceMs: number
  /** How long it may take after SIGTERM; milliseconds. */
  readonly graceMs: number
  readonly clock: Clock
}

/**
 * Closes standard input and waits; then SIGTERM to the process and all it started, and waits; then SIGKILL.
 * Resolves when all of them are gone. Descendants that outlive the process are ended at once.
 */
export async function stopProcess(child: Pick<ServerProcess, 'stdin'>, options: StopOptions): Promise<void> {
  const { pid, exited, tree, endGraceMs, graceMs, clock } = options
  const isGone = () => !tree.isAlive(pid)
  child.stdin.end()
  await resolvesWithin(exited, endGraceMs, clock)
  if (isGone()) return exited
  tree.terminate(pid)
  if (await holdsWithin(isGone, graceMs, clock)) return exited
  tree.kill(pid)
  await exited
  await holdsWithin(isGone, AFTER_KILL_MS, clock)
}

/** What has been killed ends as soon as the kernel lets it; one that hangs in the kernel must not hang us. */
const AFTER_KILL_MS = 2000
