/** A server process and a session with it, in one step. */
import {
  type Launch,
  type StdioOptions,
  startStdio,
  type TapEvent,
  tapTransport,
} from '../transport/index.js'
import { openSession, type SessionOptions } from './open-session.js'
import type { Session } from './session.js'

export interface ConnectOptions extends SessionOptions {
  readonly stdio?: Omit<StdioOptions, 'clock'>
  /** Is told every message in both directions, every line of noise and of standard error, and the end. */
  readonly tap?: (event: TapEvent) => void
}

/**
 * Starts the server and opens a session; closing the session ends the server and all it started.
 * A failed start leaves no process behind.
 * @throws TransportError SPAWN_FAILED; SessionError HANDSHAKE_FAILED, REVISION_UNSUPPORTED or REQUEST_ABORTED
 */
export async function connectServer(launch: Launch, options: ConnectOptions): Promise<Session> {
  const { stdio, tap, ...session } = options
  const clock = session.clock === undefined ? {} : { clock: session.clock }
  const transport = await startStdio(launch, { ...stdio, ...clock })
  const tapped = tap === undefined ? transport : tapTransport(transport, tap, session.clock)
  return openSession({ ...session, transport: tapped })
}
