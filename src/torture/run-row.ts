/** One row: the client, the server of the row that it starts, and what became of both. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, defined, messageOf, randomName, StoreError } from '../base/index.js'
import { holdsWithin, isRunning, killProcess, type ProgramRun, runProgram } from '../transport/index.js'
import { clientCommand } from './client-command.js'
import { type Fault, judge, type Tokens, whys } from './judge.js'
import type { TortureRow } from './row.js'

/** What a client made of a row. */
export interface TortureResult {
  readonly row: Pick<TortureRow, 'id' | 'era' | 'does' | 'right'>
  /** Right when it is empty; else the worst first. */
  readonly faults: readonly Fault[]
  /** The faults as sentences about the client. */
  readonly whys: readonly string[]
  readonly told: 'answer' | 'error' | 'neither'
  readonly end: ProgramRun['end']
  readonly durationMs: number
  /** The last lines of the client's standard error; they may hold control characters. */
  readonly stderrTail: readonly string[]
}

export interface RowOptions {
  /** The client's command. */
  readonly client: readonly string[]
  /** In place of the deadline of the row; milliseconds. */
  readonly timeoutMs?: number
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly clock: Clock
}

/**
 * Runs the client against the server of the row. When it resolves or rejects, neither runs any more.
 * @throws UsageError USAGE for a client without a program; StoreError WRITE_FILE_FAILED; TransportError SPAWN_FAILED; the reason of
 * `signal`
 */
export async function runRow(row: TortureRow, options: RowOptions): Promise<TortureResult> {
  const { client, timeoutMs = row.deadlineMs, cwd, env, signal, clock } = options
  const tokens = { right: `${row.flavour ?? ''}right-${randomName()}`, wrong: `wrong-${randomName()}` }
  await using folder = await createFolder(tokens)
  const { command, args } = clientCommand(client, [process.execPath, SERVER, row.id, folder.path], row)
  try {
    using run = await runProgram(
      { command, args, ...defined({ cwd, env }) },
      { limitMs: timeoutMs, clock, ...defined({ signal }) },
    )
    const { end, stdout, stderr, durationMs } = run
    // A client that was killed had no chance to end its server.
    const left = end.kind === 'timed-out' ? [] : await stillRunning(folder.path, clock)
    const deed = { end, stdout, stderr, left }
    const judgement = judge(row.right, deed, tokens)
    const { id, era, does, right } = row
    return {
      row: { id, era, does, right },
      ...judgement,
      whys: whys(judgement, deed, timeoutMs),
      end,
      durationMs,
      stderrTail: lastLines(stderr),
    }
  } finally {
    for (const pid of await startedServers(folder.path)) killProcess(pid)
  }
}

// Run from the sources, it starts what was built of them: not every Node runs a program with types.
const BUILT = import.meta.url.endsWith('.ts') ? '../../dist/torture/' : './'
const SERVER = fileURLToPath(new URL(`${BUILT}server/server.js`, import.meta.url))
/** How long a server may take to end once its client has; milliseconds. */
const END_MS = 2000

async function createFolder({ right, wrong }: Tokens): Promise<AsyncDisposable & { readonly path: string }> {
  try {
    const path = await mkdtemp(join(tmpdir(), 'understudy-torture-'))
    await writeFile(join(path, 'tokens'), `${right}\n${wrong}\n`)
    return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
  } catch (cause) {
    const reason = messageOf(cause)
    throw new StoreError(
      'WRITE_FILE_FAILED',
      `Cannot make a folder for a server in "${tmpdir()}": ${reason}`,
      {
        hint: 'check the folder for temporary files and its permissions; TMPDIR names another',
        cause,
      },
    )
  }
}

/** The processes of the server that do not end in time now that nobody needs them. */
async function stillRunning(folder: string, clock: Clock): Promise<readonly number[]> {
  const pids = await startedServers(folder)
  await holdsWithin(() => !pids.some(isRunning), END_MS, clock)
  return pids.filter(isRunning)
}

async function startedServers(folder: string): Promise<readonly number[]> {
  try {
    const pids = await readFile(join(folder, 'pids'), 'utf8')
    // The client could write there too: 0, 1 and what is below them mean more than one process to the system.
    return pids
      .split('\n')
      .map(Number)
      .filter((pid) => Number.isSafeInteger(pid) && pid > 1)
  } catch {
    // The client has started none.
    return []
  }
}

const SHOWN_LINES = 5

function lastLines(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-SHOWN_LINES)
}
