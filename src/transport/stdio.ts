/** A server process that speaks over its standard input and output (specification: basic/transports, stdio). */
import { type Clock, defined, systemClock, TransportError, UsageError } from '../base/index.js'
import { createLineDecoder, MESSAGE_BYTES } from '../protocol/index.js'
import { deliverLine } from './deliver-line.js'
import { describeEnd, endData, stderrEvidence } from './describe-end.js'
import { killAtExit } from './kill-at-exit.js'
import { describeLaunch, type Launch } from './launch.js'
import { createMailbox } from './mailbox.js'
import { processTree } from './platform-process-tree.js'
import type { ProcessTree } from './process-tree.js'
import { readInTurns } from './read-in-turns.js'
import type { ServerProcess } from './server-process.js'
import { type LaunchWorld, spawnServer } from './spawn-server.js'
import { createStderrTail } from './stderr-tail.js'
import { type EndingOptions, stopProcess } from './stop-process.js'
import type { ConnectionEnd, Transport } from './transport.js'
import { resolvesWithin } from './within.js'

export interface StdioTransport extends Transport {
  /** Of the process, which leads a group of the same id where the system has groups. */
  readonly pid: number
}

export interface StdioOptions extends Partial<LaunchWorld>, EndingOptions {
  /** The longest line that is taken for a message; default 16 MiB. A longer one ends the connection: MESSAGE_TOO_LARGE. */
  readonly maxMessageBytes?: number
  /** What error texts call it; default: the command. */
  readonly peer?: string
  readonly clock?: Clock
}

/**
 * Starts the process and resolves when it runs; it may still die before it says a word.
 * When it ends by itself, what it started and left behind is ended too.
 * @throws TransportError SPAWN_FAILED, and nothing is left running
 */
export async function startStdio(launch: Launch, options: StdioOptions = {}): Promise<StdioTransport> {
  const { environment = process.env, platform = process.platform, peer, ...rest } = options
  const child = await spawnServer(launch, { environment, platform })
  return overStdio(child, peer ?? describeLaunch(launch), processTree(platform), rest)
}

/** A transport to a process that runs already; `tree` ends it. What the process is started with belongs to whoever started it. */
export function overStdio(
  child: ServerProcess,
  peer: string,
  tree: Pick<ProcessTree, 'isAlive' | 'kill' | 'terminate'>,
  {
    maxMessageBytes = MESSAGE_BYTES,
    clock = systemClock,
    ...ending
  }: Omit<StdioOptions, keyof LaunchWorld | 'peer'>,
): StdioTransport {
  // A process that was spawned has a pid.
  const pid = child.pid ?? Number.NaN
  const forget = killAtExit(pid, tree.kill)
  const mailbox = createMailbox()
  const tail = createStderrTail(mailbox.stderr)
  const exited = anyOf(child, ['exit'])
  const drained = Promise.all([anyOf(child.stdout, ['close']), anyOf(child.stderr, ['close'])])
  const decoder = createLineDecoder({
    maxBytes: maxMessageBytes,
    onLine: (line) => deliverLine(line, mailbox, maxMessageBytes),
  })
  let over: Promise<void> | undefined
  let room: Promise<void> | undefined
  let isClosedHere = false
  let isHolding = false

  const readings = [
    readInTurns(child.stderr, (portion) => {
      tail.push(portion)
      return true
    }).then(() => tail.end()),
  ]
  child.on('exit', () => void finish('closed-by-peer'))
  child.stdin.on('error', (cause) => void failWriting(cause))
  for (const emitter of [child, child.stdout, child.stderr]) {
    // A pipe that breaks ends too, and the end is what is told.
    emitter.on('error', () => void finish('closed-by-peer'))
  }

  function read(portion: Buffer): boolean {
    const isRead = decoder.push(portion)
    if (!isRead) void finish('broken', tooLarge(peer, maxMessageBytes))
    return isRead
  }

  async function readOutput(): Promise<void> {
    await readInTurns(child.stdout, read)
    decoder.end()
    void finish('closed-by-peer')
  }

  /** Messages and lines come before the end that they belong to. */
  async function allRead(): Promise<void> {
    await Promise.all(readings)
  }

  /** A pipe usually breaks because the process ends: its exit says more, and is close behind. */
  async function failWriting(cause: unknown): Promise<void> {
    if (await resolvesWithin(exited, DRAIN_MS, clock)) return
    await finish('broken', unread(peer, cause))
  }

  function finish(kind: ConnectionEnd['kind'], error?: TransportError): Promise<void> {
    over ??= end(kind, error)
    return over
  }

  async function end(kind: ConnectionEnd['kind'], error: TransportError | undefined): Promise<void> {
    const stopped = stopProcess(child.stdin, { ...ending, pid, exited, tree, clock })
    if (kind === 'closed-here') await stopped
    // Who holds the pipes after the process itself has ended must not hold us.
    if (await resolvesWithin(Promise.all([exited, drained]), DRAIN_MS, clock)) await allRead()
    const why = error ?? child.whyEnded
    mailbox.closed({
      kind: kind === 'closed-by-peer' && why !== undefined ? 'broken' : kind,
      ...(child.exitCode === null ? {} : { exitCode: child.exitCode }),
      ...(child.signalCode === null ? {} : { signal: child.signalCode }),
      stderrTail: tail.lines(),
      ...(why === undefined ? {} : { error: why }),
    })
    await stopped
    for (const stream of child.stdio) stream?.destroy()
    forget()
  }

  /** What follows a message before others get to act leaves in one write: with many calls in flight that is four times as fast. */
  function holdWrites(): void {
    if (isHolding) return
    isHolding = true
    child.stdin.cork()
    void DONE.then(letGo)
  }

  function letGo(): void {
    isHolding = false
    child.stdin.uncork()
  }

  function hasRoom(): Promise<void> {
    room ??= anyOf(child.stdin, ['drain', 'close']).then(() => {
      room = undefined
    })
    return room
  }

  function write(line: string): Promise<void> {
    if (child.stdin.writableLength > UNREAD_MESSAGES * maxMessageBytes) void finish('broken', unread(peer))
    if (over !== undefined || child.stdin.destroyed)
      return Promise.reject(cannotSend(peer, mailbox.end, isClosedHere))
    const hasRoomLeft = child.stdin.write(`${line}\n`)
    holdWrites()
    return hasRoomLeft ? DONE : hasRoom()
  }

  const close = (): Promise<void> => {
    isClosedHere = true
    return finish('closed-here')
  }

  return {
    peer,
    pid,
    start(receiver) {
      mailbox.open(receiver)
      readings.push(readOutput())
    },
    send: (message, { text } = {}) => write(text ?? JSON.stringify(message)),
    sendText: write,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** How long to wait for the last output and the exit code once the end has begun; milliseconds. */
const DRAIN_MS = 1000
/** A server that asks without end and reads no answers must not fill our memory: so many of the longest messages may wait. */
const UNREAD_MESSAGES = 4
const DONE = Promise.resolve()

/** Resolves at the first of the events, and leaves no listener behind. */
function anyOf(emitter: NodeJS.EventEmitter, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of events) emitter.off(event, done)
      resolve()
    }
    for (const event of events) emitter.on(event, done)
  })
}

function tooLarge(peer: string, maxBytes: number): TransportError {
  return new TransportError(
    'MESSAGE_TOO_LARGE',
    `Cannot read from "${peer}": a line is longer than the limit of ${maxBytes} bytes`,
    { hint: 'raise maxMessageBytes if such messages are meant' },
  )
}

function unread(peer: string, cause?: unknown): TransportError {
  return new TransportError(
    'WRITE_FAILED',
    `Cannot write to "${peer}": it does not read its standard input`,
    defined({ cause }),
  )
}

function cannotSend(peer: string, end: ConnectionEnd | undefined, isClosedHere: boolean): Error {
  if (isClosedHere)
    return new UsageError(
      'ALREADY_CLOSED',
      `Cannot send to "${peer}": the connection was closed by this side`,
    )
  const how = end === undefined ? 'the connection is ending' : describeEnd(end)
  return new TransportError('CONNECTION_CLOSED', `Cannot send to "${peer}": ${how}`, {
    evidence: stderrEvidence(end?.stderrTail ?? []),
    ...(end === undefined ? {} : { data: endData(end) }),
  })
}
