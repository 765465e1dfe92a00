/** One command of a container engine, from its start to its end. */
import { type Clock, type Environment, TransportError } from '../../base/index.js'
import { killAtExit } from '../kill-at-exit.js'
import { processTree } from '../platform-process-tree.js'
import { spawnServer } from '../spawn-server.js'
import { createStderrTail } from '../stderr-tail.js'
import { clientEnvironment } from './client-environment.js'

export interface EngineReply {
  /** Null when a signal ended it. */
  readonly exitCode: number | null
  /** At most a megabyte. */
  readonly stdout: string
  /** The last lines. */
  readonly stderr: readonly string[]
}

export interface EngineCommandOptions {
  readonly timeoutMs: number
  readonly environment: Environment
  readonly clock: Clock
  readonly signal?: AbortSignal
}

/**
 * Runs the command and resolves when it has ended. One that takes too long, or is aborted, is killed with all that it started.
 * @throws TransportError ENGINE_FAILED, SPAWN_FAILED; the signal's reason
 */
export async function runEngine(
  engine: string,
  args: readonly string[],
  { timeoutMs, environment, clock, signal }: EngineCommandOptions,
): Promise<EngineReply> {
  signal?.throwIfAborted()
  const { platform } = process
  const env = clientEnvironment(environment)
  const child = await spawnServer({ command: engine, args, env }, { environment, platform })
  const tree = processTree(platform)
  // A process that was spawned has a pid.
  const pid = child.pid ?? Number.NaN
  const forget = killAtExit(pid, tree.kill)
  const tail = createStderrTail(() => undefined)
  const out: Buffer[] = []
  let size = 0
  let isLate = false
  const over = new AbortController()

  child.stdout.on('data', (chunk: Buffer) => {
    if (size < MAX_BYTES) out.push(chunk)
    size += chunk.length
  })
  child.stderr.on('data', (chunk: Buffer) => tail.push(chunk)).on('end', () => tail.end())
  // A command that has ended does not read; how it ended says why.
  child.stdin.on('error', () => undefined).end()
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))

  function kill(): void {
    tree.kill(pid)
    // Who holds the pipes after the command itself has ended must not hold us.
    child.stdout.destroy()
    child.stderr.destroy()
  }

  signal?.addEventListener('abort', kill, { once: true, signal: over.signal })
  clock.sleep(timeoutMs, over.signal).then(
    () => {
      isLate = true
      kill()
    },
    () => undefined,
  )
  await closed
  over.abort()
  forget()
  signal?.throwIfAborted()
  if (isLate) throw late(engine, args, timeoutMs)
  const stdout = Buffer.concat(out).subarray(0, MAX_BYTES).toString('utf8')
  return { exitCode: child.exitCode, stdout, stderr: tail.lines() }
}

const MAX_BYTES = 1024 * 1024

function late(engine: string, [command = '']: readonly string[], timeoutMs: number): TransportError {
  return new TransportError(
    'ENGINE_FAILED',
    `Cannot run "${engine} ${command}": no answer within ${timeoutMs} ms`,
    { hint: 'is the engine overloaded, or its daemon stuck? Try the same command by hand' },
  )
}
