/** Runs a command in a throwaway copy of this machine, and tells what it would have changed. */
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { printable, UsageError } from '../../base/index.js'
import { type CopiedProcess, type CopiedWorld, createCopy, type FileChange } from '../../copy/index.js'
import { serverRoots } from '../../transport/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { Interruption } from '../interruption.js'
import { amount } from '../store/measures.js'

export interface CopyRequest {
  /** Empty for a shell. */
  readonly command: readonly string[]
  readonly roots?: readonly string[]
  readonly keep?: string
}

/** The exit code is that of the command. */
export async function runInCopy(request: CopyRequest, io: DiscreetIo): Promise<number> {
  const keep = request.keep === undefined ? undefined : resolve(io.cwd, request.keep)
  if (keep !== undefined && existsSync(keep))
    throw new UsageError('USAGE', `Cannot keep what was changed in "${request.keep}": it is there already`, {
      hint: 'name a folder that does not exist yet',
    })
  const [command = '', ...args] = request.command.length > 0 ? request.command : shell(io)
  await using world = await createCopy({ roots: rootsOf(request, io), clock: io.clock })
  for (const { root, why } of world.limits)
    io.stderr(
      `${printable(`Note: ${root} is not copied whole (${LEFT[why]}): folders that were there cannot be renamed`)}\n`,
    )
  const copied = await world.run({ command, args, cwd: io.cwd, env: ownVariables(io) })
  using _watch = watchNetwork(world, io)
  const exitCode = await passOn(copied, io)
  const changes = await world.changes({ everything: true })
  io.stderr(renderChanges(changes))
  if (keep !== undefined) keepFiles(world, changes, keep, io)
  return exitCode
}

const LEFT = {
  files: 'it has too many files',
  bytes: 'it is too large',
  owner: 'something in it belongs to somebody else',
  unreadable: 'something in it cannot be read',
  device: 'there is a device in it',
  mounts: 'something is mounted in it',
} as const

/** A terminal of its own, which stands in the copy too. */
function shell({ env }: DiscreetIo): readonly string[] {
  return ['script', '--quiet', '--return', '--command', env.SHELL ?? '/bin/sh', '/dev/null']
}

/** A person runs it, as if without a copy: so it gets what it would get. */
function ownVariables({ env }: DiscreetIo): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function rootsOf({ roots, command }: CopyRequest, { cwd }: DiscreetIo): readonly string[] {
  if (roots !== undefined) return roots.map((root) => resolve(cwd, root))
  const [program = '', ...args] = command
  return [
    realpathSync(cwd),
    ...(program === '' ? [] : serverRoots({ command: program, args, baseDir: cwd })),
  ].filter((root) => existsSync(root))
}

/** Resolves with the exit code, as shells tell it. What is typed goes in, what it writes comes out as it is. */
async function passOn({ process: child, tree }: CopiedProcess, { signal }: DiscreetIo): Promise<number> {
  const input = process.stdin
  const isTyped = input.isTTY === true
  if (isTyped) input.setRawMode(child.stdin.writable)
  input.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  child.stdout.pipe(process.stdout, { end: false })
  child.stderr.pipe(process.stderr, { end: false })
  const stop = (): void => {
    if (child.pid === undefined) return
    if (signal.reason instanceof Interruption) process.kill(child.pid, signal.reason.signal)
    else tree.kill(child.pid)
  }
  signal.addEventListener('abort', stop)
  try {
    await Promise.all([
      ended(child, 'exit', child.exitCode !== null || child.signalCode !== null),
      ended(child.stdout, 'close', child.stdout.destroyed),
      ended(child.stderr, 'close', child.stderr.destroyed),
    ])
    return child.signalCode === null ? (child.exitCode ?? 0) : 128 + constants.signals[child.signalCode]
  } finally {
    signal.removeEventListener('abort', stop)
    input.unpipe(child.stdin)
    if (isTyped) input.setRawMode(false)
    input.pause()
    input.unref?.()
  }
}

function ended(emitter: NodeJS.EventEmitter, event: string, isOver: boolean): Promise<void> {
  return isOver ? Promise.resolve() : new Promise((done) => emitter.once(event, () => done()))
}

/** The first refused attempt is told at once: what comes after it may be no answer. */
function watchNetwork(world: CopiedWorld, { clock, stderr }: DiscreetIo): Disposable {
  const over = new AbortController()
  void watch()
  return { [Symbol.dispose]: () => over.abort() }

  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      await clock.sleep(EVERY_MS, over.signal).catch(() => undefined)
      const { noRoute, refused, noPort } = world.networkAttempts()
      if (noRoute + refused + noPort === 0) continue
      stderr(
        'Note: it tried to reach out. A copy has no network, so what it does now may not be what it would do\n',
      )
      return
    }
  }
}

const EVERY_MS = 200

function renderChanges(changes: readonly FileChange[]): string {
  if (changes.length === 0) return 'It would have changed nothing\n'
  const lines = changes
    .toSorted((a, b) => RANK[a.change] - RANK[b.change])
    .map(({ change, path, from }) =>
      printable(`  ${change.padEnd(8)} ${from === undefined ? path : `${from} -> ${path}`}`, {
        oneLine: true,
      }),
    )
  return `It would have made ${amount(changes.length, 'change')}:\n${lines.join('\n')}\n`
}

/** What is lost comes first. */
const RANK = { removed: 0, changed: 1, renamed: 2, made: 3 } as const

function keepFiles(world: CopiedWorld, changes: readonly FileChange[], keep: string, io: DiscreetIo): void {
  const kept = changes.filter(({ change }) => change !== 'removed')
  for (const { path } of kept) world.copyOut(path, join(keep, path))
  io.stderr(`${printable(`What it made and changed stands in ${keep}`)}\n`)
}
