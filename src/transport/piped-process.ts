/** A server process with its bare pipes, wherever it was started. */
import type { Readable, Writable } from 'node:stream'
import type { ServerProcess } from './server-process.js'
import { type StopOptions, stopProcess } from './stop-process.js'

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

export interface PipedProcessOptions extends Omit<StopOptions, 'exited'> {
  /** Passes a signal on. */
  readonly kill: (name: NodeJS.Signals) => void
  /** Called when it is gone, with all it started. */
  readonly forget?: () => void
}

/** Takes a process over that runs already. */
export function pipedProcess(child: ServerProcess, options: PipedProcessOptions): PipedProcess {
  const { kill, forget, ...ending } = options
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null
  const exited = hasExited()
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // A pipe that breaks ends too, and the end is what is told.
  for (const stream of child.stdio) stream?.on('error', () => undefined)
  child.on('error', () => undefined)
  let stopping: Promise<void> | undefined

  async function stop(): Promise<void> {
    await stopProcess(child.stdin, { ...ending, exited })
    for (const stream of child.stdio) stream?.destroy()
    forget?.()
  }
  const stopOnce = (): Promise<void> => {
    stopping ??= stop()
    return stopping
  }

  return {
    pid: options.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited: exited.then(() => ({
      ...(child.exitCode === null ? {} : { exitCode: child.exitCode }),
      ...(child.signalCode === null ? {} : { signal: child.signalCode }),
    })),
    signal(name) {
      if (!hasExited()) kill(name)
    },
    stop: stopOnce,
    [Symbol.asyncDispose]: stopOnce,
  }
}
