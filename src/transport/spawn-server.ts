/** Starts a server process, or says in a sentence why it cannot be started. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { defined, type Environment } from '../base/index.js'
import { windowsCommandLine } from './command-line.windows.js'
import { explainSpawnFailure } from './explain-spawn-failure.js'
import { inheritedEnvironment } from './inherited-environment.js'
import type { Launch } from './launch.js'
import { processTree } from './platform-process-tree.js'

/** What launching asks of the world. */
export interface LaunchWorld {
  readonly environment: Environment
  readonly platform: NodeJS.Platform
}

/**
 * Resolves when the process runs, as the leader of a group of its own where the system has groups. The caller ends it.
 * @throws TransportError SPAWN_FAILED
 */
export async function spawnServer(
  launch: Launch,
  { environment, platform }: LaunchWorld,
): Promise<ChildProcessWithoutNullStreams> {
  const env = { ...inheritedEnvironment(environment, platform), ...launch.env }
  try {
    const { file, args, isVerbatim } =
      platform === 'win32'
        ? windowsCommandLine(launch.command, launch.args ?? [], env)
        : { file: launch.command, args: launch.args ?? [], isVerbatim: false }
    const child = spawn(file, args, {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: processTree(platform).isDetached,
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim,
      ...defined({ cwd: launch.cwd }),
    })
    await once(child, 'spawn')
    return child
  } catch (cause) {
    throw explainSpawnFailure(launch, env, cause)
  }
}
