/** The chain of processes around a copied world, and the line on which it is told what to start. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Clock, TransportError, waitFor } from '../../base/index.js'
import { killAtExit } from '../kill-at-exit.js'
import { killProcess } from '../running-process.js'
import { createStderrTail } from '../stderr-tail.js'
import { resolvesWithin } from '../within.js'
import { copyRefused } from './copy-refused.js'
import { holdMounts } from './held-mounts.js'
import { searchPath } from './search-path.js'
import type { SetupNote, SetupPlan, WorldLayout } from './setup/plan.js'

/** Ends with its caller, whatever is killed. Closing resolves when every process in the world is gone. */
export interface Keeper extends AsyncDisposable {
  /** Of the process that sees the scaffold: `/proc/PID/root` leads there. */
  readonly pid: number
  /** Of the first process inside. */
  readonly worldPid: number
  readonly layout: WorldLayout
  /** Has the keeper's shell run this. */
  tell(script: string): void
  /** Runs this when nobody else does: the shell has few descriptors, and whoever starts something needs them all. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Hears the notes of that shell, line by line; returns how to stop listening. */
  hear(listener: (note: string) => void): () => void
  /** Resolves when the world has ended. Never rejects. */
  readonly over: Promise<void>
  /** Ends all of it at once. */
  kill(): void
  close(): Promise<void>
}

export interface KeeperOptions {
  readonly denoPath: string
  readonly plan: Omit<SetupPlan, 'outside'>
  readonly clock: Clock
  readonly timeoutMs: number
}

/**
 * Builds a world and resolves when its first process runs.
 * @throws TransportError COPY_REFUSED with the act that was refused; nothing is left behind
 */
export async function startKeeper({ denoPath, plan, clock, timeoutMs }: KeeperOptions): Promise<Keeper> {
  const child = await spawnChain(denoPath, { ...plan, outside: namespacesHere() })
  const forget = killAtExit(child.pid ?? Number.NaN, killProcess)
  const tail = createStderrTail(() => undefined)
  const listeners = new Set<(note: string) => void>()
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve())).finally(forget)
  child.stderr.on('data', (chunk: Buffer) => tail.push(chunk)).on('end', () => tail.end())
  child.stdin.on('error', () => undefined)
  readLines(child.stdout, (line) => {
    for (const listener of [...listeners]) listener(line)
  })
  let closing: Promise<void> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  async function end(): Promise<void> {
    child.stdin.end()
    // The shell ends with its input, and takes along what still runs; one that hangs is killed with all of its namespace.
    if (!(await resolvesWithin(over, END_MS, clock))) killProcess(child.pid ?? Number.NaN)
    await over
    for (const stream of child.stdio) stream?.destroy()
  }
  const close = (): Promise<void> => {
    closing ??= end()
    return closing
  }

  try {
    const { layout, pid, worldPid } = await waitFor(
      built(listeners, over, () => tail.lines()),
      {
        timeoutMs,
        onTimeout: () =>
          copyRefused({ act: 'set-up', what: '', why: `it was not ready within ${timeoutMs} ms` }),
      },
    )
    const mounts = holdMounts([worldPid, pid])
    void over.then(() => mounts[Symbol.dispose]())
    return {
      pid,
      worldPid,
      layout,
      tell: (script) => void child.stdin.write(`${script}\n`),
      inTurn(work) {
        const mine = turn.then(work)
        turn = mine.catch(() => undefined)
        return mine
      },
      hear(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      over,
      kill: () => killProcess(child.pid ?? Number.NaN),
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (failure) {
    await close()
    throw failure
  }
}

const END_MS = 1000

interface Built {
  readonly layout: WorldLayout
  readonly pid: number
  readonly worldPid: number
}

function built(
  listeners: Set<(note: string) => void>,
  over: Promise<void>,
  said: () => readonly string[],
): Promise<Built> {
  return new Promise((resolve, reject) => {
    const fail = (act: string, what: string, why: string): void =>
      reject(copyRefused({ act, what, why }, said()))
    const listen = (line: string): void => {
      listeners.delete(listen)
      // Written by the set-up of this very package.
      const note = JSON.parse(line) as SetupNote
      if (note.note === 'built') resolve({ layout: note.world, pid: note.pid, worldPid: note.worldPid })
      else fail(note.act, note.what, note.why)
    }
    listeners.add(listen)
    void over.then(() => fail('unshare', 'the namespaces', said().at(-1) ?? 'it ended without a word'))
  })
}

/** Pdeathsig: when we are killed it goes, and with it (--kill-child) every process, mount and file of the copy. */
async function spawnChain(denoPath: string, plan: SetupPlan): Promise<ChildProcessWithoutNullStreams> {
  const setup = fileURLToPath(new URL(setupBeside(import.meta.url), import.meta.url))
  const chain = [
    ...['--pdeathsig', 'KILL', 'unshare', '--user', '--map-root-user', '--mount', '--pid', '--fork'],
    ...['--kill-child', '--net', '--ipc', '--uts', '--propagation', 'private', '--'],
    ...[denoPath, 'run', '--quiet', '--no-prompt', '--no-config', '--no-lock', '--no-remote', '--no-npm'],
    ...['--cached-only', '--no-check', '--allow-all'],
    // Room for what the set-up needs once, to collect garbage meanwhile is a tenth of what it takes; and where code stands is noted as it is
    // compiled: else Deno's own code is compiled once more where it first asks.
    '--v8-flags=--min-semi-space-size=16,--no-enable-lazy-source-positions',
    // The sources import each other by the names of what they are compiled to.
    ...(setup.endsWith('.ts') ? ['--unstable-sloppy-imports'] : []),
    ...[setup, JSON.stringify(plan)],
  ]
  try {
    const child = spawn('setpriv', chain, {
      cwd: '/',
      env: {
        PATH: searchPath(OWN_STARTER),
        DENO_DIR: '/dev/null/x',
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    await once(child, 'spawn')
    return child
  } catch (cause) {
    throw new TransportError(
      'COPY_REFUSED',
      'Cannot make a copy of this machine: there is no "setpriv" here',
      {
        hint: 'install util-linux, which has setpriv, unshare and nsenter',
        cause,
      },
    )
  }
}

/** One file, where the sources are compiled: each one more that is read takes time from every start. */
function setupBeside(module: string): string {
  return module.endsWith('.ts') ? './setup/main.ts' : '../../joined/transport/copy/setup/main.js'
}

/** Where an administrator may put an `unshare` that AppArmor lets make namespaces: see the guide on copies. */
const OWN_STARTER = '/usr/local/lib/understudy'

/** None of these may be where anything is mounted, and this user the only one there is: the set-up compares. */
function namespacesHere(): SetupPlan['outside'] {
  const [user = '', mnt = '', pid = ''] = ['user', 'mnt', 'pid'].map((name) =>
    readlinkSync(`/proc/self/ns/${name}`),
  )
  return { user, mnt, pid, uid: process.getuid?.() ?? Number.NaN }
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  stream.on('error', () => undefined)
}
