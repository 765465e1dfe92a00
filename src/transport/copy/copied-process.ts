/** A process in a copied world. The keeper starts it, so that nothing of ours comes along: neither handles, keys nor signals. */
import { EventEmitter } from 'node:events'
import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants as system } from 'node:os'
import { type Clock, codeOf, shellWord, shellWords, type TransportError } from '../../base/index.js'
import { posixProcessTree } from '../process-tree.posix.js'
import { killProcess } from '../running-process.js'
import type { ServerProcess } from '../server-process.js'
import { holdsWithin } from '../within.js'
import { childProcesses } from './child-processes.js'
import { holdMounts } from './held-mounts.js'
import type { Keeper } from './keeper.js'
import { noted } from './noted.js'
import { MADE_PIPES } from './setup/plan.js'
import { worldHasEnded } from './world-has-ended.js'

export interface CopiedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** All that it gets. */
  readonly env: Readonly<Record<string, string>>
}

export interface CopiedProcess {
  readonly process: ServerProcess
  /** Signals the process and what it started, as long as they are of one session. */
  readonly tree: typeof posixProcessTree
  /** When it wrote to its standard output last, by the clock by which changes of files are noted; undefined once it has ended. */
  saidAtMs(): number | undefined
}

export interface CopiedStart {
  readonly keeper: Keeper
  /** Another one each time. */
  readonly number: number
  readonly command: CopiedCommand
  readonly clock: Clock
  /** Why the world has ended, where that was a limit. */
  readonly whyEnded: () => TransportError | undefined
}

/**
 * Starts a command and resolves when it runs.
 * @throws TransportError CONNECTION_CLOSED when the world has ended, COPY_LIMIT when a limit was why
 */
export async function startCopiedProcess(start: CopiedStart): Promise<CopiedProcess> {
  const { keeper, number, command, clock, whyEnded } = start
  let hasEnded = false
  const ended = endOf(keeper, number).finally(() => {
    hasEnded = true
  })
  const { ends, starter } = await keeper
    .inTurn(() => startIn(keeper, number, command))
    .catch((failure: unknown) => {
      throw whyEnded() ?? failure
    })
  // The shell has started who enters the world, and that one the process; both take a moment.
  await holdsWithin(() => hasEnded || grandchild(starter) !== undefined, START_MS, clock, 1)
  const pid = grandchild(starter)
  // Only now: what ends while nobody listens would never be told.
  const child = new Child(pid, ends, ended, whyEnded)
  // By then it is where it stays.
  child.stdin.once('finish', () => {
    const mounts = holdMounts(pid === undefined ? [] : [pid])
    void ended.then(() => mounts[Symbol.dispose]())
  })
  return {
    process: child,
    tree: {
      ...posixProcessTree,
      isAlive: () => !hasEnded || (pid !== undefined && posixProcessTree.isAlive(pid)),
      kill(group) {
        posixProcessTree.kill(group)
        // It may not lead a group yet.
        if (!hasEnded && pid !== undefined) killProcess(pid)
      },
    },
    saidAtMs: writtenAt(ends[1], ended),
  }
}

/** The pipe itself tells, however late we come to read it: through a handle of its own, which neither reads nor keeps anybody waiting. */
function writtenAt(output: number, ended: Promise<unknown>): CopiedProcess['saidAtMs'] {
  const handle = openSync(`/proc/self/fd/${output}`, O_PATH)
  let isOpen = true
  void ended.then(() => {
    isOpen = false
    closeSync(handle)
  })
  return () => (isOpen ? fstatSync(handle).mtimeMs : undefined)
}

/** Of open(2); Node has no name for it. */
const O_PATH = 0o10000000

/** Without what it is for, as we see it. */
function pipeOf(keeper: Keeper, number: number): string {
  return `/proc/${keeper.pid}/root${keeper.layout.pipes}/${number}`
}

/** Resolves with its status when it has ended, or the world with it. */
function endOf(keeper: Keeper, number: number): Promise<number> {
  return new Promise((resolve) => {
    const stop = keeper.hear((note) => {
      const [word, which, status] = note.split(' ')
      if (word !== 'end' || which !== String(number)) return
      stop()
      resolve(Number(status))
    })
    void keeper.over.then(() => resolve(128 + system.signals.SIGKILL))
  })
}

/** Resolves with our ends of its pipes, and with the number of the shell that has started it. */
async function startIn(
  keeper: Keeper,
  number: number,
  command: CopiedCommand,
): Promise<{ readonly ends: Ends; readonly starter: number }> {
  const pipe = `${keeper.layout.pipes}/${number}`
  if (number > MADE_PIPES) await noted(keeper, `made ${number}`, makePipes(pipe, number))
  const { ends, reader } = openEnds(pipeOf(keeper, number))
  try {
    const starter = await noted(keeper, `pid ${number}`, startCommand(keeper, pipe, number, command))
    return { ends, starter: Number(starter) }
  } catch (failure) {
    for (const fd of ends) closeSync(fd)
    throw failure
  } finally {
    closeSync(reader)
  }
}

const START_MS = 5000

function grandchild(starter: number): number | undefined {
  return childProcesses(starter).flatMap(childProcesses)[0]
}

/** Pipes with names, which only the keeper and we can reach: of the first commands they are there, for which no program need be started. */
function makePipes(pipe: string, number: number): string {
  return `mkfifo -m 600 ${pipe}.in ${pipe}.out ${pipe}.err; echo "made ${number} -"`
}

function startCommand(keeper: Keeper, pipe: string, number: number, command: CopiedCommand): string {
  return [
    `exec 6<${pipe}.in 7>${pipe}.out 8>${pipe}.err`,
    `{ read -r pid rest </proc/self/stat; echo "pid ${number} $pid"`,
    `${entering(keeper.worldPid)} ${running(command)} <&6 >&7 2>&8 6<&- 7>&- 8>&- &`,
    `exec 6<&- 7>&- 8>&-; wait $!; echo "end ${number} $?"; rm -f ${pipe}.in ${pipe}.out ${pipe}.err`,
    '} </dev/null 2>/dev/null &',
    'exec 6<&- 7>&- 8>&-',
  ].join('\n')
}

/** The second user namespace: our own number again, and mounts that can be neither undone nor looked under. */
function entering(worldPid: number): string {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  return shellWords([
    ...['nsenter', '--target', String(worldPid), '--mount', '--pid', '--'],
    ...['setpriv', '--pdeathsig', 'KILL'],
    ...[
      'unshare',
      '--user',
      `--map-user=${uid}`,
      `--map-group=${gid}`,
      '--mount',
      '--propagation',
      'private',
      '--',
    ],
  ])
}

/** A session of its own, so that no signal goes from group to group; signals as a fresh process has them. */
function running({ command, args, cwd, env }: CopiedCommand): string {
  const variables = Object.entries(env).map(([name, value]) => shellWord(`${name}=${value}`))
  return [
    ...(existsSync(BASH) ? [shellWords([BASH, '-c', WIDENING, 'bash'])] : []),
    shellWords(['env', '-i', '--default-signal', '-C', cwd, '--']),
    ...variables,
    shellWords(['/usr/bin/setsid', '--', command, ...args]),
  ].join(' ')
}

/**
 * Opens and closes a high descriptor, as other shells cannot: the process then has room for many. To make it while threads share them takes
 * until every processor has passed by, some ten milliseconds and twice in the start of most servers on Node. A fork would take it away again.
 */
const BASH = '/bin/bash'
/** Where descriptors are limited to fewer, it goes on without. */
const WIDENING = '{ exec 255<&0 255<&-; } 2>/dev/null; exec "$@"'

type Ends = readonly [stdin: number, stdout: number, stderr: number]

/**
 * Nobody waits for the other side: a pipe can be read before it is written to, and written to while somebody reads it, which is `reader`, us,
 * until the process does.
 */
function openEnds(pipe: string): { readonly ends: Ends; readonly reader: number } {
  const opened: number[] = []
  const open = (end: string, how: number): number => {
    const fd = openSync(`${pipe}.${end}`, how | constants.O_NONBLOCK)
    opened.push(fd)
    return fd
  }
  try {
    const reader = open('in', constants.O_RDONLY)
    const ends: Ends = [
      open('in', constants.O_WRONLY),
      open('out', constants.O_RDONLY),
      open('err', constants.O_RDONLY),
    ]
    return { ends, reader }
  } catch (failure) {
    for (const fd of opened) closeSync(fd)
    throw codeOf(failure) === 'ENOENT' ? worldHasEnded() : failure
  }
}

class Child extends EventEmitter implements ServerProcess {
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null
  readonly pid: number | undefined
  readonly stdin: Socket
  readonly stdout: Socket
  readonly stderr: Socket
  readonly stdio: readonly Socket[]

  readonly #whyEnded: () => TransportError | undefined

  constructor(
    pid: number | undefined,
    [stdin, stdout, stderr]: Ends,
    ended: Promise<number>,
    whyEnded: () => TransportError | undefined,
  ) {
    super()
    this.pid = pid
    this.#whyEnded = whyEnded
    this.stdin = new Socket({ fd: stdin, writable: true, readable: false })
    this.stdout = new Socket({ fd: stdout, writable: false, readable: true })
    this.stderr = new Socket({ fd: stderr, writable: false, readable: true })
    this.stdio = [this.stdin, this.stdout, this.stderr]
    // Whoever gets the process listens before the next turn.
    void ended.then((status) => setImmediate(() => this.#end(status)))
  }

  get whyEnded(): TransportError | undefined {
    return this.#whyEnded()
  }

  /** As shells count: 128 and the number of a signal. */
  #end(status: number): void {
    this.signalCode = status > 128 ? signalOf(status - 128) : null
    if (this.signalCode === null) this.exitCode = status
    this.stdin.destroy()
    this.emit('exit')
  }
}

function signalOf(number: number): NodeJS.Signals | null {
  const found = Object.entries(system.signals).find(([, each]) => each === number)
  // The names of that table are those of signals.
  return found === undefined ? null : (found[0] as NodeJS.Signals)
}
