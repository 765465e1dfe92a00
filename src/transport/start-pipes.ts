/** Starts a server process with its bare pipes, for whoever passes bytes on and reads no message. */
import { type Clock, systemClock } from '../base/index.js'
import { killAtExit } from './kill-at-exit.js'
import type { Launch } from './launch.js'
import { type PipedProcess, pipedProcess } from './piped-process.js'
import { processTree } from './platform-process-tree.js'
import { spawnServer } from './spawn-server.js'
import type { EndingOptions } from './stop-process.js'

export interface PipesOptions extends EndingOptions {
  readonly clock?: Clock
}

/**
 * Starts the process and resolves when it runs. Whoever started it reads both outputs, and stops it.
 * @throws TransportError SPAWN_FAILED, and nothing is left running
 */
export async function startPipes(launch: Launch, options: PipesOptions = {}): Promise<PipedProcess> {
  const { clock = systemClock, ...ending } = options
  const child = await spawnServer(launch, { environment: process.env, platform: process.platform })
  // A process that was spawned has a pid.
  const pid = child.pid ?? Number.NaN
  const tree = processTree(process.platform)
  const forget = killAtExit(pid, tree.kill)
  return pipedProcess(child, {
    ...{ ...ending, pid, tree, clock, forget },
    kill: (name) => void child.kill(name),
  })
}
