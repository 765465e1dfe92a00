/** A server in a container, over its standard input and output. */
import { type Clock, printable, randomName, shorten, systemClock } from '../../base/index.js'
import { describeLaunch } from '../launch.js'
import { type StdioTransport, startStdio } from '../stdio.js'
import type { ConnectionEnd, TransportReceiver } from '../transport.js'
import { type BuiltImage, buildImage } from './build-image.js'
import { clientEnvironment } from './client-environment.js'
import { type ContainerTarget, checkTarget } from './container-target.js'
import { type ContainerEngine, findEngine } from './engine.js'
import { engineFailed } from './explain-engine.js'
import { removeAtExit } from './remove-at-exit.js'
import { type Ending, removeContainers } from './remove-container.js'
import { runCommand } from './run-arguments.js'
import { sweepOnce } from './sweep.js'

export interface ContainerOptions {
  /** The longest line that is taken for a message; default 16 MiB. */
  readonly maxMessageBytes?: number
  /** How long closing waits after standard input has ended, and again after SIGTERM; milliseconds, default 1500. */
  readonly graceMs?: number
  readonly clock?: Clock
  /** Gives up the build of an image. */
  readonly signal?: AbortSignal
}

export interface ContainerTransport extends StdioTransport {
  /** The engine's client is the process `pid`. */
  readonly container: RunningContainer
}

/** For commands of the engine about it, such as `logs`. */
export interface RunningContainer {
  readonly name: string
  readonly image: string
  readonly engine: ContainerEngine
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
  checkTarget(target)
  const { clock = systemClock, graceMs = 1500, maxMessageBytes, signal } = options
  const engine = await findEngine(target.engine)
  const image = await imageOf(target, engine, signal)
  await sweepOnce(engine, clock)
  signal?.throwIfAborted()
  const name = `understudy-${randomName()}`
  const { args, env } = runCommand(name, image.id, target, engine.name)
  const peer = describeLaunch({ command: engine.name, args: ['run', image.tag, ...(target.args ?? [])] })
  const forget = removeAtExit(name, engine)
  try {
    const client = await startStdio(
      { command: engine.name, args, env: { ...clientEnvironment(process.env), ...env } },
      { peer, graceMs, clock, ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }) },
    )
    return withContainer(client, { name, image: image.tag, engine }, { graceMs, clock, forget })
  } catch (failure) {
    forget()
    throw failure
  }
}

async function imageOf(
  { image, build }: ContainerTarget,
  engine: ContainerEngine,
  signal: AbortSignal | undefined,
): Promise<Pick<BuiltImage, 'id' | 'tag'>> {
  if (build === undefined) return { id: image, tag: image }
  return buildImage(build, { engine: engine.name, ...(signal === undefined ? {} : { signal }) })
}

interface ContainerCare {
  readonly graceMs: number
  readonly clock: Clock
  readonly forget: () => void
}

/** The client of the engine, with the container that outlives it when it is killed. */
function withContainer(
  client: StdioTransport,
  container: RunningContainer,
  { graceMs, clock, forget }: ContainerCare,
): ContainerTransport {
  let gone: Promise<void> | undefined
  let isClosedHere = false
  let hasSpoken = false

  function remove(end?: ConnectionEnd): Promise<void> {
    gone ??= removeContainers(container.engine, [container.name], endingOf(end), clock).then(forget)
    return gone
  }

  /** The client passed SIGTERM on, and waited; where it died by itself nobody has asked the server yet. */
  function endingOf(end: ConnectionEnd | undefined): Ending {
    if (end?.exitCode !== undefined) return { kind: 'ended' }
    return isClosedHere ? { kind: 'kill' } : { kind: 'stop', graceMs }
  }

  function watched(receiver: TransportReceiver): TransportReceiver {
    return {
      stderr: receiver.stderr,
      message(value) {
        hasSpoken = true
        receiver.message(value)
      },
      noise(noise) {
        hasSpoken = true
        receiver.noise(noise)
      },
      closed(end) {
        void remove(end)
        receiver.closed(hasSpoken ? end : explained(end, container))
      },
    }
  }

  async function close(): Promise<void> {
    isClosedHere = true
    await client.close()
    await remove()
  }

  return {
    ...client,
    container,
    start: (receiver) => client.start(watched(receiver)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A client that ends with one of these, and whose container said nothing, speaks for the engine (docker run, exit status). */
const ENGINE_EXITS: readonly (number | undefined)[] = [125, 126, 127]

function explained(end: ConnectionEnd, { image }: RunningContainer): ConnectionEnd {
  if (end.kind !== 'closed-by-peer' || !ENGINE_EXITS.includes(end.exitCode)) return end
  const shown = shorten(printable(image, { oneLine: true }), 200)
  return { ...end, error: engineFailed(`run "${shown}" in a container`, end.stderrTail) }
}
