/** A server process that speaks over its standard input and output (specification: basic/transports, stdio). */
import {
  type Clock,
  defined,
  type JsonObject,
  systemClock,
  TransportError,
  UsageError,
} from '../base/index.js'
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
import type { ConnectionEnd, SendOptions, Transport, TransportReceiver } from './transport.js'
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

type EndingTree = Pick<ProcessTree, 'isAlive' | 'kill' | 'terminate'>
type OverStdioOptions = Omit<StdioOptions, keyof LaunchWorld | 'peer'>

/** A transport to a process that runs already; `tree` ends it. What the process is started with belongs to whoever started it. */
export function overStdio(
  child: ServerProcess,
  peer: string,
  tree: EndingTree,
  options: OverStdioOptions,
): StdioTransport {
  return new ProcessTransport(child, peer, tree, options)
}

class ProcessTransport implements StdioTransport {
  readonly #child: ServerProcess
  readonly #tree: EndingTree
  readonly #maxMessageBytes: number
  readonly #clock: Clock
  readonly #ending: EndingOptions
  readonly #forget: () => void
  readonly #mailbox = createMailbox()
  readonly #to: Pick<TransportReceiver, 'message' | 'noise'> = {
    noise: this.#mailbox.noise,
    message: (value, text) => {
      this.#hasSpoken = true
      this.#mailbox.message(value, text)
    },
  }
  readonly #tail = createStderrTail(this.#mailbox.stderr)
  readonly #exited: Promise<void>
  readonly #drained: Promise<unknown>
  readonly #decoder: ReturnType<typeof createLineDecoder>
  readonly #readings: Promise<void>[]
  readonly pid: number
  readonly peer: string
  #over: Promise<void> | undefined
  #room: Promise<void> | undefined
  #isClosedHere = false
  #isHolding = false
  #wasSpokenTo = false
  #hasSpoken = false

  constructor(
    child: ServerProcess,
    peer: string,
    tree: EndingTree,
    { maxMessageBytes = MESSAGE_BYTES, clock = systemClock, ...ending }: OverStdioOptions,
  ) {
    this.#child = child
    this.peer = peer
    this.#tree = tree
    this.#maxMessageBytes = maxMessageBytes
    this.#clock = clock
    this.#ending = ending
    // A process that was spawned has a pid.
    this.pid = child.pid ?? Number.NaN
    this.#forget = killAtExit(this.pid, tree.kill)
    this.#exited = anyOf(child, ['exit'])
    this.#drained = Promise.all([anyOf(child.stdout, ['close']), anyOf(child.stderr, ['close'])])
    this.#decoder = createLineDecoder({
      maxBytes: maxMessageBytes,
      onLine: (line) => deliverLine(line, this.#to, maxMessageBytes),
    })
    this.#readings = [
      readInTurns(child.stderr, (portion) => {
        this.#tail.push(portion)
        return true
      }).then(() => this.#tail.end()),
    ]
    child.on('exit', () => void this.#finish('closed-by-peer'))
    child.stdin.on('error', (cause) => void this.#failWriting(cause))
    for (const emitter of [child, child.stdout, child.stderr]) {
      // A pipe that breaks ends too, and the end is what is told.
      emitter.on('error', () => void this.#finish('closed-by-peer'))
    }
  }

  // Users get it too, and may take it apart: these are its own.
  readonly start = (receiver: TransportReceiver): void => {
    this.#mailbox.open(receiver)
    this.#readings.push(this.#readOutput())
  }

  readonly send = (message: JsonObject | readonly JsonObject[], { text }: SendOptions = {}): Promise<void> =>
    this.sendText(text ?? JSON.stringify(message))

  readonly sendText = (line: string): Promise<void> => {
    if (this.#child.stdin.writableLength > UNREAD_MESSAGES * this.#maxMessageBytes)
      void this.#finish('broken', unread(this.peer))
    if (this.#over !== undefined || this.#child.stdin.destroyed)
      return Promise.reject(cannotSend(this.peer, this.#mailbox.end, this.#isClosedHere))
    this.#wasSpokenTo = true
    const hasRoomLeft = this.#child.stdin.write(`${line}\n`)
    this.#holdWrites()
    return hasRoomLeft ? DONE : this.#hasRoom()
  }

  readonly close = (): Promise<void> => {
    this.#isClosedHere = true
    return this.#finish('closed-here')
  }

  readonly [Symbol.asyncDispose] = this.close

  #read(portion: Buffer): boolean {
    const isRead = this.#decoder.push(portion)
    if (!isRead) void this.#finish('broken', tooLarge(this.peer, this.#maxMessageBytes))
    return isRead
  }

  async #readOutput(): Promise<void> {
    await readInTurns(this.#child.stdout, (portion) => this.#read(portion))
    this.#decoder.end()
    void this.#finish('closed-by-peer')
  }

  /** Messages and lines come before the end that they belong to. */
  async #allRead(): Promise<void> {
    await Promise.all(this.#readings)
  }

  /** A pipe usually breaks because the process ends: its exit says more, and is close behind. */
  async #failWriting(cause: unknown): Promise<void> {
    if (await resolvesWithin(this.#exited, DRAIN_MS, this.#clock)) return
    await this.#finish('broken', unread(this.peer, cause))
  }

  #finish(kind: ConnectionEnd['kind'], error?: TransportError): Promise<void> {
    this.#over ??= this.#end(kind, error)
    return this.#over
  }

  async #end(kind: ConnectionEnd['kind'], error: TransportError | undefined): Promise<void> {
    const stopped = stopProcess(this.#child.stdin, {
      ...this.#ending,
      // Whoever never said a word has nothing under way that it should get time for.
      ...(this.#wasSpokenTo && !this.#hasSpoken ? { hurry: AbortSignal.abort() } : {}),
      pid: this.pid,
      exited: this.#exited,
      tree: this.#tree,
      clock: this.#clock,
    })
    if (kind === 'closed-here') await stopped
    // Who holds the pipes after the process itself has ended must not hold us.
    if (await resolvesWithin(Promise.all([this.#exited, this.#drained]), DRAIN_MS, this.#clock))
      await this.#allRead()
    const why = error ?? this.#child.whyEnded
    this.#mailbox.closed({
      kind: kind === 'closed-by-peer' && why !== undefined ? 'broken' : kind,
      ...(this.#child.exitCode === null ? {} : { exitCode: this.#child.exitCode }),
      ...(this.#child.signalCode === null ? {} : { signal: this.#child.signalCode }),
      stderrTail: this.#tail.lines(),
      ...(why === undefined ? {} : { error: why }),
    })
    await stopped
    for (const stream of this.#child.stdio) stream?.destroy()
    this.#forget()
  }

  /** What follows a message before others get to act leaves in one write: with many calls in flight that is four times as fast. */
  #holdWrites(): void {
    if (this.#isHolding) return
    this.#isHolding = true
    this.#child.stdin.cork()
    void DONE.then(this.#letGo)
  }

  readonly #letGo = (): void => {
    this.#isHolding = false
    this.#child.stdin.uncork()
  }

  #hasRoom(): Promise<void> {
    this.#room ??= anyOf(this.#child.stdin, ['drain', 'close']).then(() => {
      this.#room = undefined
    })
    return this.#room
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
