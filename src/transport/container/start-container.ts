/** A server in a container, over its standard input and output. */
import { type Clock, systemClock } from '../../base/index.js'
import { type StdioTransport, startStdio } from '../stdio.js'
import type { EndingOptions } from '../stop-process.js'
import type { ConnectionEnd, TransportReceiver } from '../transport.js'
import type { ContainerTarget } from './container-target.js'
import { type PreparedContainer, prepareContainer, type RunningContainer } from './prepare-container.js'

export interface ContainerOptions extends Omit<EndingOptions, 'endGraceMs'> {
  /** The longest line that is taken for a message; default 16 MiB. */
  readonly maxMessageBytes?: number
  readonly clock?: Clock
  /** Gives up the start. */
  readonly signal?: AbortSignal
}

export interface ContainerTransport extends StdioTransport {
  /** The engine's client is the process `pid`. */
  readonly container: RunningContainer
}

/**
 * Starts the container and resolves when the engine's client runs; the handshake tells when the server is ready. What keeps the
 * container from running ends the connection, with the engine's own words. However it ends, closing resolves when the container
 * is gone; containers of processes that were killed are removed by the next start.
 * @throws UsageError USAGE, FILE_UNREADABLE; TransportError ENGINE_MISSING, ENGINE_FAILED, SPAWN_FAILED. Nothing is left running
 */
export async function startContainer(
  target: ContainerTarget,
  options: ContainerOptions = {},
): Promise<ContainerTransport> {
  const { clock = systemClock, signal, ...piped } = options
  const prepared = await prepareContainer(target, { ...piped, clock, signal })
  const { launch, peer, forget } = prepared
  try {
    const client = await startStdio(launch, { ...piped, peer, clock })
    return withContainer(client, prepared)
  } catch (failure) {
    forget()
    throw failure
  }
}

/** The client of the engine, with the container that outlives it when it is killed. */
function withContainer(client: StdioTransport, prepared: PreparedContainer): ContainerTransport {
  let isClosedHere = false
  let hasSpoken = false

  function watched(receiver: TransportReceiver): TransportReceiver {
    return {
      stderr: receiver.stderr,
      message(value, text) {
        hasSpoken = true
        receiver.message(value, text)
      },
      noise(noise) {
        hasSpoken = true
        receiver.noise(noise)
      },
      closed(end) {
        void prepared.remove({ ...end, isClosedHere })
        receiver.closed(hasSpoken ? end : explained(end, prepared))
      },
    }
  }

  async function close(): Promise<void> {
    isClosedHere = true
    await client.close()
    await prepared.remove({ isClosedHere })
  }

  return {
    peer: client.peer,
    pid: client.pid,
    container: prepared.container,
    start: (receiver) => client.start(watched(receiver)),
    send: (message, sending) => client.send(message, sending),
    sendText: (text, sending) => client.sendText(text, sending),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function explained(end: ConnectionEnd, { failureOf }: PreparedContainer): ConnectionEnd {
  const error = end.kind === 'closed-by-peer' ? failureOf(end.exitCode, end.stderrTail) : undefined
  return error === undefined ? end : { ...end, error }
}
