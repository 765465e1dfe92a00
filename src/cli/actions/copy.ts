/** Runs a command in a throwaway copy of this machine, and tells what it would have changed. */
import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { printable, UsageError } from '../../base/index.js'
import {
  type CopiedProcess,
  type CopiedWorld,
  type CopyOptions,
  createCopy,
  type FileChange,
  partlyCopied,
  watchNetwork,
} from '../../copy/index.js'
import { serverRoots } from '../../transport/index.js'
import { createCopyNotes } from '../copy-notes.js'
import type { DiscreetIo } from '../discreet-io.js'
import { exitCodeOfProcess } from '../exit-code.js'
import { Interruption } from '../interruption.js'
import { renderChanges } from '../render-changes.js'

export interface CopyRequest {
  /** Empty for a shell. */
  readonly command: readonly string[]
  readonly roots?: readonly string[]
  readonly keep?: string
  readonly limits: Pick<CopyOptions, 'maxMemoryBytes' | 'maxProcesses' | 'maxLifetimeMs'>
}

/** The exit code is that of the command. */
export async function runInCopy(request: CopyRequest, io: DiscreetIo): Promise<number> {
  const keep = request.keep === undefined ? undefined : resolve(io.cwd, request.keep)
  if (keep !== undefined && existsSync(keep))
    throw new UsageError('USAGE', `Cannot keep what was changed in "${request.keep}": it is there already`, {
      hint: 'name a folder that does not exist yet',
    })
  const [command = '', ...args] = request.command.length > 0 ? request.command : shell(io)
  await using world = await createCopy({ ...request.limits, roots: rootsOf(request, io), clock: io.clock })
  const notes = createCopyNotes(io)
  for (const each of partlyCopied(world, world.roots)) notes.partly(each)
  const copied = await world.run({ command, args, cwd: io.cwd, env: ownVariables(io) })
  using _watch = watchNetwork(world, notes.reachedOut, io.clock)
  const exitCode = await passOn(copied, io)
  const changes = await world.changes({ everything: true })
  const { byLoss } = await import('../../dryrun/index.js')
  io.stderr(renderChanges(changes.toSorted(byLoss)))
  if (keep !== undefined) keepFiles(world, changes, keep, io)
  return exitCode
}

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
    return exitCodeOfProcess({ exitCode: child.exitCode, signal: child.signalCode })
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

function keepFiles(world: CopiedWorld, changes: readonly FileChange[], keep: string, io: DiscreetIo): void {
  const kept = changes.filter(({ change }) => change !== 'removed')
  for (const { path } of kept) world.copyOut(path, join(keep, path))
  io.stderr(`${printable(`What it made and changed stands in ${keep}`)}\n`)
}
