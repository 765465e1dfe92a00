/** Passes bytes between a client and a server process, exactly as they come. */
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock, waitFor } from '../base/index.js'
import type { PipedProcess, ProcessEnd } from '../transport/index.js'
import type { WireTap } from './tap-wire.js'

/** The client's ends of the pipes. */
export interface ClientPipes {
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
  /** Ends the output for the client while this process goes on. */
  endOutput(): void
}

export interface RelayOptions {
  readonly client: ClientPipes
  readonly server: PipedProcess
  /** Is shown every chunk after it has been passed on; while it is behind the server waits, so that what was answered was shown. */
  readonly tap: WireTap
  /**
   * What the server says reaches the client only after the tap's promise of it. When that rejects it never does: the server is ended, and
   * `relayBytes` rejects with the same.
   */
  readonly isHeldBack?: boolean
  /** Passes the signal of an interruption on to the server, and ends it. */
  readonly signal?: AbortSignal
  /** The signal that interrupts. */
  readonly interruption?: () => NodeJS.Signals | undefined
  readonly clock?: Clock
}

/**
 * Resolves when the server has ended, all it said has been passed on, and nothing of it is left running. The end of the client's
 * output ends the server's input; a client that is gone ends the server. Whoever cannot write must wait, and so must who writes to it.
 */
export async function relayBytes(options: RelayOptions): Promise<ProcessEnd> {
  const { client, server, tap, signal, interruption, clock = systemClock, isHeldBack = false } = options
  const { input, output, errors } = client

  const isGone = new Promise<void>((resolve) => {
    for (const stream of [output, input]) stream.on('error', () => resolve())
  })
  // The pipe goes first: whatever the tap takes its time for, the bytes are on their way.
  input.pipe(server.stdin)
  input.on('data', (chunk: Uint8Array) => void tap.fromClient(chunk))
  server.stdin.on('close', () => input.destroy())
  const passing = isHeldBack ? passOnOnceShown(options, isGone) : passOnAtOnce(options)
  const isRead = passing.said.then(
    () =>
      new Promise<void>((resolve) => {
        output.write('', () => {
          client.endOutput()
          resolve()
        })
      }),
    // Told below.
    () => undefined,
  )
  server.stderr.pipe(errors, { end: false })

  const onAbort = (): void => {
    server.signal(interruption?.() ?? 'SIGTERM')
    void server.stop()
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted === true) onAbort()
  try {
    const refused = new Promise<void>((resolve) => passing.said.catch(() => resolve()))
    await Promise.race([server.exited, Promise.race([isGone, refused]).then(() => server.stop())])
    const end = await server.exited
    const isBusy = (): boolean => passing.isWaiting() || output.writableNeedDrain
    await drained(isRead, { isBusy, clock, isGone, isHurried: () => signal?.aborted === true })
    if (passing.isRefused()) await passing.said
    return end
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await server.stop()
    input.destroy()
  }
}

interface Passing {
  /** Resolves when all that the server said was passed on; rejects when something of it was not to be. */
  readonly said: Promise<void>
  /** Something is held back. */
  isWaiting(): boolean
  isRefused(): boolean
}

function passOnAtOnce({ client, server, tap }: RelayOptions): Passing {
  server.stdout.pipe(client.output, { end: false })
  server.stdout.on('data', (chunk: Uint8Array) => holdUntil(tap.fromServer(chunk), server.stdout))
  const said = new Promise<void>((resolve) => {
    server.stdout.once('end', resolve)
  })
  return { said, isWaiting: () => false, isRefused: () => false }
}

function passOnOnceShown({ client: { output }, server, tap }: RelayOptions, isGone: Promise<void>): Passing {
  let isWaiting = false
  let isRefused = false
  const room = (): Promise<void> =>
    new Promise((resolve) => {
      output.once('drain', resolve)
      void isGone.then(resolve)
    })
  async function pass(chunk: Uint8Array): Promise<void> {
    isWaiting = true
    try {
      await tap.fromServer(chunk)
    } catch (failure) {
      isRefused = true
      throw failure
    } finally {
      isWaiting = false
    }
    if (!output.write(chunk)) await room()
  }
  const said = new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Uint8Array) => {
      server.stdout.pause()
      pass(chunk).then(() => server.stdout.resume(), reject)
    })
    server.stdout.once('end', resolve)
  })
  return { said, isWaiting: () => isWaiting, isRefused: () => isRefused }
}

/** The chunk itself is on its way; the next one waits. */
function holdUntil(caughtUp: Promise<void> | undefined, source: Readable): void {
  if (caughtUp === undefined) return
  source.pause()
  void caughtUp.then(() => source.resume())
}

/**
 * What it started may hold the pipe for ever: quiet for a while counts as read, unless the client is what we wait for. Who was
 * interrupted does not wait for a client.
 */
async function drained(isRead: Promise<void>, { isBusy, clock, isGone, isHurried }: Draining): Promise<void> {
  const over = Promise.race([isRead, isGone]).then(() => true)
  for (;;) {
    const timeoutMs = isHurried() ? HURRIED_QUIET_MS : QUIET_MS
    const onTimeout = (): Error => new Error('Quiet')
    const isOver = await waitFor(over, { timeoutMs, clock, onTimeout }).catch(() => false)
    if (isOver || isHurried() || !isBusy()) return
  }
}

interface Draining {
  /** Somebody of ours is what the rest waits for. */
  readonly isBusy: () => boolean
  readonly clock: Clock
  readonly isGone: Promise<void>
  readonly isHurried: () => boolean
}

const QUIET_MS = 1000
/** The same once the user has enough. */
const HURRIED_QUIET_MS = 250
