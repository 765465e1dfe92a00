/** A server process with its bare pipes, for whoever passes bytes on and reads no message. */
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '../base/index.js'
import { killAtExit } from './kill-at-exit.js'
import type { Launch } from './launch.js'
import { processTree } from './platform-process-tree.js'
import { spawnServer } from './spawn-server.js'
import { type EndingOptions, stopProcess } from './stop-process.js'

export interface PipedProcess extends AsyncDisposable {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Resolves once the process has exited; its output may still have to be read. Never rejects. */
  readonly exited: Promise<ProcessEnd>
  /** Passes a signal on to the process, and to what it started. Does nothing once it has exited. */
  signal(name: NodeJS.Signals): void
  /** Ends standard input and waits, then SIGTERM, then SIGKILL; resolves when it and all it started are gone. Safe to call twice. */
  stop(): Promise<void>
}

export interface ProcessEnd {
  readonly exitCode?: number
  /** The name of the signal that ended it. */
  readonly signal?: NodeJS.Signals
}

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
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // A pipe that breaks ends too, and the end is what is told.
  for (const stream of child.stdio) stream?.on('error', () => undefined)
  child.on('error', () => undefined)
  let stopping: Promise<void> | undefined

  async function stop(): Promise<void> {
    await stopProcess(child.stdin, { ...ending, pid, exited, tree, clock })
    for (const stream of child.stdio) stream?.destroy()
    forget()
  }
  const stopOnce = (): Promise<void> => {
    stopping ??= stop()
    return stopping
  }

  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited: exited.then(() => ({
      ...(child.exitCode === null ? {} : { exitCode: child.exitCode }),
      ...(child.signalCode === null ? {} : { signal: child.signalCode }),
    })),
    signal(name) {
      if (child.exitCode === null && child.signalCode === null) child.kill(name)
    },
    stop: stopOnce,
    [Symbol.asyncDispose]: stopOnce,
  }
}
