/** From where a test says its server is to a connection with it. */
import { type Clock, defined, SessionError, waitFor } from '../../base/index.js'
import type { Replay } from '../../replay/index.js'
import {
  linkServer,
  type RunningContainer,
  startContainer,
  startHttp,
  startStdio,
  type Transport,
} from '../../transport/index.js'
import type { OpenCopy } from './client-copy.js'
import { parseCommand } from './parse-command.js'
import type { BuildTarget, CommandTarget, ImageTarget, ObjectTarget, Target } from './start-options.js'

/** A transport, with the process id where there is a process of ours at the other end. */
export interface OpenTransport {
  readonly transport: Transport
  readonly pid?: number
  readonly container?: RunningContainer
  /** What answers, where it is a recording. */
  readonly replay?: Replay
}

export interface OpeningLimit {
  readonly clock: Clock
  /** How long a server object may take; milliseconds. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Where a command is started, if not on this machine itself. */
  readonly copy?: OpenCopy
}

/**
 * @throws TransportError SPAWN_FAILED, CONNECTION_CLOSED, ENGINE_MISSING or ENGINE_FAILED, UsageError USAGE; nothing is left running then. SessionError
 * HANDSHAKE_FAILED or REQUEST_ABORTED for a server object that does not come, which is closed if it comes after all
 */
export async function openTransport(target: Target, limit: OpeningLimit): Promise<OpenTransport> {
  const { clock } = limit
  if ('command' in target && target.command !== undefined) return openProcess(target, limit)
  if ('url' in target && target.url !== undefined) {
    const { url, headers, authProvider, authorizationCode, fetch, maxMessageBytes, onExchange } = target
    const options = { headers, authProvider, authorizationCode, fetch, maxMessageBytes, onExchange }
    return { transport: await startHttp(url, { ...defined(options), clock }) }
  }
  if (('image' in target && target.image !== undefined) || ('build' in target && target.build !== undefined))
    return openContainer(target, limit)
  if ('cassette' in target && target.cassette !== undefined) {
    // Loaded only where a recording stands in for a server, as most tests have none.
    const { openCassette } = await import('../cassette/open-cassette.js')
    const { serveInMemory } = await import('../../server/index.js')
    const replay = await openCassette(target, clock)
    return { transport: serveInMemory(replay.service), replay }
  }
  // The options were checked: exactly one target is given.
  return openObject(target as ObjectTarget, limit)
}

async function openProcess(target: CommandTarget, { clock, copy }: OpeningLimit): Promise<OpenTransport> {
  const { command, workingDir, env, stdio = {} } = target
  const { graceMs, maxMessageBytes } = stdio
  const launch = { ...parseCommand(command), ...defined({ cwd: workingDir, env }) }
  const options = { ...defined({ graceMs, maxMessageBytes }), clock }
  const transport = await (copy?.start(launch, options) ?? startStdio(launch, options))
  return { transport, pid: transport.pid }
}

async function openContainer(
  target: ImageTarget | BuildTarget,
  { clock, signal }: OpeningLimit,
): Promise<OpenTransport> {
  const { args, env, mounts, network, workdir, user, engine, stdio = {} } = target
  const settings = defined({ args, env, mounts, network, workdir, user, engine })
  const of = 'image' in target ? { image: target.image } : { build: target.build }
  const { graceMs, maxMessageBytes } = stdio
  try {
    const transport = await startContainer(
      { ...of, ...settings },
      { ...defined({ graceMs, maxMessageBytes, signal }), clock },
    )
    return { transport, pid: transport.pid, container: transport.container }
  } catch (failure) {
    throw signal?.aborted ? abortedStart(signal.reason) : failure
  }
}

async function openObject({ server }: ObjectTarget, limit: OpeningLimit): Promise<OpenTransport> {
  const { timeoutMs, signal } = limit
  const linking = linkServer(server)
  try {
    return { transport: await waitFor(linking, { ...limit, onTimeout: () => neverCame(timeoutMs) }) }
  } catch (failure) {
    linking.then((late) => late.close()).catch(() => undefined)
    throw signal?.aborted ? abortedStart(signal.reason) : failure
  }
}

function neverCame(timeoutMs: number): SessionError {
  const what = `the server object did not take its transport within ${timeoutMs} ms`
  return new SessionError('HANDSHAKE_FAILED', `Cannot start the client: ${what}`, {
    hint: 'its function must return once it has the transport; what it does later it does after that',
  })
}

export function abortedStart(cause: unknown): SessionError {
  return new SessionError('REQUEST_ABORTED', 'Cannot start the client: the caller cancelled it', { cause })
}
