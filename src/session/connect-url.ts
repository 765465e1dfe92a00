/** A session with a server behind a URL, in one step. */
import { defined } from '../base/index.js'
import { type HttpOptions, startHttp, type TapEvent, tapTransport } from '../transport/index.js'
import { openSession, type SessionOptions } from './open-session.js'
import type { Session } from './session.js'

export interface ConnectUrlOptions extends SessionOptions {
  readonly http?: Omit<HttpOptions, 'clock' | 'random'>
  /** Is told every message in both directions, everything that is none, and the end. */
  readonly tap?: (event: TapEvent) => void
}

/**
 * Opens a session over HTTP; closing it ends the session of the server too, where there is one.
 * @throws UsageError USAGE for a URL or headers that HTTP cannot use; SessionError HANDSHAKE_FAILED, REVISION_UNSUPPORTED or REQUEST_ABORTED
 */
export async function connectUrl(url: string | URL, options: ConnectUrlOptions): Promise<Session> {
  const { http, tap, ...session } = options
  const clock = defined({ clock: session.clock })
  const transport = await startHttp(url, { ...http, ...clock })
  const tapped = tap === undefined ? transport : tapTransport(transport, tap, session.clock)
  return openSession({ ...session, transport: tapped })
}
