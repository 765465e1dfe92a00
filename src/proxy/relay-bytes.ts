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
  const { client, server, tap, signal, interruption, clock = systemClock } = options
  const { input, output, errors } = client

  const isGone = new Promise<void>((resolve) => {
    for (const stream of [output, input]) stream.on('error', () => resolve())
  })
  // The pipe goes first: whatever the tap takes its time for, the bytes are on their way.
  input.pipe(server.stdin)
  input.on('data', (chunk: Uint8Array) => void tap.fromClient(chunk))
  server.stdin.on('close', () => input.destroy())
  server.stdout.pipe(output, { end: false })
  server.stdout.on('data', (chunk: Uint8Array) => holdUntil(tap.fromServer(chunk), server.stdout))
  const isRead = new Promise<void>((resolve) => {
    server.stdout.once('end', () =>
      output.write('', () => {
        client.endOutput()
        resolve()
      }),
    )
  })
  server.stderr.pipe(errors, { end: false })

  const onAbort = (): void => {
    server.signal(interruption?.() ?? 'SIGTERM')
    void server.stop()
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted === true) onAbort()
  try {
    await Promise.race([server.exited, isGone.then(() => server.stop())])
    const end = await server.exited
    await drained(isRead, { output, clock, isGone, isHurried: () => signal?.aborted === true })
    return end
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await server.stop()
    input.destroy()
  }
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
async function drained(isRead: Promise<void>, { output, clock, isGone, isHurried }: Draining): Promise<void> {
  const over = Promise.race([isRead, isGone]).then(() => true)
  for (;;) {
    const timeoutMs = isHurried() ? HURRIED_QUIET_MS : QUIET_MS
    const onTimeout = (): Error => new Error('Quiet')
    const isOver = await waitFor(over, { timeoutMs, clock, onTimeout }).catch(() => false)
    if (isOver || isHurried() || !output.writableNeedDrain) return
  }
}

interface Draining {
  readonly output: Writable
  readonly clock: Clock
  readonly isGone: Promise<void>
  readonly isHurried: () => boolean
}

const QUIET_MS = 1000
/** The same once the user has enough. */
const HURRIED_QUIET_MS = 250
