/** A program that is no server: run with all of its standard input at once, heard to its end, and ended when it takes too long. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { type Clock, systemClock } from '../base/index.js'
import { killAtExit } from './kill-at-exit.js'
import type { Launch } from './launch.js'
import { processTree } from './platform-process-tree.js'
import { spawnServer } from './spawn-server.js'
import { resolvesWithin } from './within.js'

export interface ProgramOptions {
  /** How long it may run; milliseconds. Then it is killed, with all that it started. */
  readonly limitMs: number
  /** Kills it too, and makes the run reject with the signal's reason. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
  /** What it reads on its standard input. Default: nothing. */
  readonly input?: string
}

/** How a program ended. Disposing ends what it left behind in its group, and its pipes. */
export interface ProgramRun extends Disposable {
  readonly end:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'signalled'; readonly signal: string }
    | { readonly kind: 'timed-out' }
  /** The first megabyte of each. */
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
}

/**
 * Runs the program and resolves once it has ended by itself or was killed. What it started may still run then.
 * It gets `env` beside the allow-listed part of our own environment.
 * @throws TransportError SPAWN_FAILED; the reason of `signal`; nothing is left running then
 */
export async function runProgram(launch: Launch, options: ProgramOptions): Promise<ProgramRun> {
  const { limitMs, signal, clock = systemClock, input = '' } = options
  signal?.throwIfAborted()
  const startedAtMs = clock.monotonic()
  const child = await spawnServer(launch, { environment: process.env, platform: process.platform })
  // A process that was spawned has a pid.
  const pid = child.pid ?? Number.NaN
  const { kill } = processTree(process.platform)
  const forget = killAtExit(pid, kill)
  const stdout = listenTo(child.stdout)
  const stderr = listenTo(child.stderr)
  const exited = eventOf(child, 'exit')
  const drained = Promise.all([eventOf(child.stdout, 'close'), eventOf(child.stderr, 'close')])
  // It may end without reading a word.
  child.stdin.on('error', () => undefined).end(input)

  const isOver = await endsWithin(exited, limitMs, clock, signal)
  const durationMs = clock.monotonic() - startedAtMs
  if (!isOver) kill(pid)
  await exited
  // Who holds its pipes after it has ended must not hold us.
  await resolvesWithin(drained, DRAIN_MS, clock)

  function dispose(): void {
    kill(pid)
    forget()
    for (const stream of child.stdio) stream?.destroy()
  }
  if (signal?.aborted === true) {
    dispose()
    signal.throwIfAborted()
  }
  return {
    end: isOver ? endOf(child) : { kind: 'timed-out' },
    stdout: stdout(),
    stderr: stderr(),
    durationMs,
    [Symbol.dispose]: dispose,
  }
}

const MAX_BYTES = 1024 * 1024
/** How long to wait for the last output once the program has ended; milliseconds. */
const DRAIN_MS = 500

/** Reads all, so that nobody has to wait for us, and keeps the beginning. */
function listenTo(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = []
  let bytes = 0
  stream.on('error', () => {
    // A pipe that breaks ends too.
  })
  stream.on('data', (chunk: Buffer) => {
    if (bytes < MAX_BYTES) chunks.push(chunk)
    bytes += chunk.length
  })
  return () => Buffer.concat(chunks).toString('utf8')
}

/** False when the time is up first, or the signal aborts. Leaves neither a timer nor a listener behind. */
async function endsWithin(
  exited: Promise<void>,
  ms: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const over = new AbortController()
  const until = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])])
  const no = (): false => false
  try {
    return await Promise.race([exited.then(() => true), clock.sleep(ms, until).then(no, no)])
  } finally {
    over.abort()
  }
}

function eventOf(emitter: NodeJS.EventEmitter, event: string): Promise<void> {
  return new Promise((resolve) => emitter.once(event, () => resolve()))
}

function endOf({ exitCode, signalCode }: ChildProcessWithoutNullStreams): ProgramRun['end'] {
  return signalCode === null
    ? { kind: 'exited', code: exitCode ?? 0 }
    : { kind: 'signalled', signal: signalCode }
}
