/** A server process and a session with it, in one step. */
import { defined } from '../base/index.js'
import {
  type Launch,
  type StdioOptions,
  startStdio,
  type TapEvent,
  type Transport,
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
 * A failed start leaves no process behind. With the era `auto`, a server that exits when it is asked for its era is started again.
 * @throws TransportError SPAWN_FAILED; SessionError HANDSHAKE_FAILED, REVISION_UNSUPPORTED or REQUEST_ABORTED
 */
export async function connectServer(launch: Launch, options: ConnectOptions): Promise<Session> {
  const { stdio, tap, ...session } = options
  const clock = defined({ clock: session.clock })
  const open = async (): Promise<Transport> => {
    const transport = await startStdio(launch, { ...stdio, ...clock })
    return tap === undefined ? transport : tapTransport(transport, tap, session.clock)
  }
  return openSession({ ...session, transport: await open(), reopen: open })
}
