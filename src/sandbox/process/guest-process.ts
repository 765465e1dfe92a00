/** One Deno process: started, spoken to line by line, killed, and waited for. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { parse } from 'node:path'
import { defined, printable, processEndText, SandboxError, waitFor } from '../../base/index.js'
import type { AuditPipe, AuditPipes } from './audit-pipe.js'
import { denoCommand, denoEnvironment } from './deno-command.js'

/**
 * A guest that is up and waits for its program.
 * Whoever got it calls `kill` once and waits for `over`; it is used for one run and never again.
 */
export interface GuestProcess {
  readonly pid: number
  /** Writes a line to it. A guest that is gone reads nothing, and that is no error. */
  write(line: Uint8Array): void
  /** Hands over what the guest writes from now on, to the last listener alone. */
  listen(onBytes: (bytes: Buffer) => void): void
  /** False as soon as it is known that the process has ended. */
  isAlive(): boolean
  /** Ends the process without asking. */
  kill(): void
  /** Resolves when the process is gone and all it wrote has been handed over. */
  readonly over: Promise<Death>
}

export interface Death {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The last kilobytes of standard error. */
  readonly stderr: string
  readonly audit: string
  /** Why there never was a process. */
  readonly cause?: Error
}

export interface GuestRecipe {
  readonly denoPath: string
  readonly wrapper: readonly string[]
  /** The guest's own program. */
  readonly source: string
  /** Where the audit is to be read. */
  readonly audits: AuditPipes | undefined
}

/**
 * Starts a guest and waits until it is ready.
 * @throws SandboxError SANDBOX_START_FAILED, with its last words, when it ends before that; nothing is left behind.
 */
export async function startGuest(recipe: GuestRecipe): Promise<GuestProcess> {
  const audit = openAudit(recipe)
  const guest = spawnGuest(recipe, audit)
  const ready = new Promise<'ready'>((resolve) => guest.listen(() => resolve('ready')))
  try {
    await waitFor(Promise.race([ready, failOnDeath(guest)]), {
      timeoutMs: START_LIMIT_MS,
      onTimeout: () => startFailed(recipe, `it was not ready within ${START_LIMIT_MS} ms`),
    })
    return guest
  } catch (failure) {
    guest.kill()
    await guest.over
    throw failure
  }

  async function failOnDeath({ over }: GuestProcess): Promise<never> {
    const { code, signal, stderr, cause } = await over
    throw startFailed(recipe, `it ${processEndText({ code, signal })}`, stderr, cause)
  }
}

function openAudit(recipe: GuestRecipe): AuditPipe | undefined {
  try {
    return recipe.audits?.open()
  } catch (cause) {
    throw startFailed(recipe, 'no pipe for its audit could be made', '', cause)
  }
}

function spawnGuest({ denoPath, wrapper, source }: GuestRecipe, audit: AuditPipe | undefined): GuestProcess {
  const [program = denoPath, ...rest] = [...wrapper, ...denoCommand(denoPath)]
  const child: ChildProcessWithoutNullStreams = spawn(program, rest, {
    cwd: parse(tmpdir()).root,
    env: denoEnvironment(audit !== undefined),
    stdio: ['pipe', 'pipe', 'pipe', ...(audit === undefined ? [] : [audit.writeEnd])],
    windowsHide: true,
    // Three pipes, whatever stands behind them: the type that Node gives to exactly three is the right one.
  }) as ChildProcessWithoutNullStreams
  audit?.handedOver()
  let onBytes: (bytes: Buffer) => void = () => undefined
  let stderr = ''
  child.stdout.on('data', (bytes: Buffer) => onBytes(bytes))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT)
  })
  child.stdin.on('error', () => {
    // The guest is gone, or going: its end is told by `over`.
  })
  child.stdin.write(`${JSON.stringify(source)}\n`)
  const over = deathOf(child).then(async (ending) => ({
    ...ending,
    stderr,
    audit: (await audit?.text) ?? '',
  }))

  return {
    pid: child.pid ?? 0,
    write(line) {
      // What is given in one turn leaves in one write: answers that were waited for together.
      if (child.stdin.writableCorked === 0) {
        child.stdin.cork()
        process.nextTick(() => child.stdin.uncork())
      }
      child.stdin.write(line)
    },
    listen(listener) {
      onBytes = listener
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill() {
      child.kill('SIGKILL')
    },
    over,
  }
}

function deathOf(child: ChildProcessWithoutNullStreams): Promise<Omit<Death, 'stderr' | 'audit'>> {
  return new Promise((resolve) => {
    child.once('error', (cause) => {
      // Failed to spawn: there is no process that could end. Any other error is followed by the end itself.
      if (child.pid === undefined) resolve({ code: null, signal: null, cause })
    })
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}

function startFailed(recipe: GuestRecipe, why: string, stderr = '', cause?: unknown): SandboxError {
  const evidence = printable(stderr).trim()
  return new SandboxError(
    'SANDBOX_START_FAILED',
    `Cannot start the sandbox process "${recipe.denoPath}": ${why}`,
    {
      hint: 'run "understudy doctor" to see which layers of isolation work on this machine',
      evidence: evidence === '' ? [] : evidence.split('\n').slice(-10),
      ...defined({ cause }),
    },
  )
}

const START_LIMIT_MS = 15_000
const STDERR_KEPT = 4_096
