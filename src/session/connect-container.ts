/** A server in a container and a session with it, in one step. */
import {
  type ContainerOptions,
  type ContainerTarget,
  startContainer,
  type TapEvent,
  type Transport,
  tapTransport,
} from '../transport/index.js'
import { openSession, type SessionOptions } from './open-session.js'
import type { Session } from './session.js'

export interface ConnectContainerOptions extends SessionOptions {
  readonly container?: Omit<ContainerOptions, 'clock' | 'signal'>
  /** Is told every message in both directions, every line of noise and of standard error, and the end. */
  readonly tap?: (event: TapEvent) => void
}

/**
 * Starts a container and opens a session; closing the session ends and removes the container. A failed start leaves none behind.
 * @throws UsageError USAGE, FILE_UNREADABLE; TransportError ENGINE_MISSING, ENGINE_FAILED; SessionError HANDSHAKE_FAILED,
 * REVISION_UNSUPPORTED or REQUEST_ABORTED
 */
export async function connectContainer(
  target: ContainerTarget,
  { container, tap, ...session }: ConnectContainerOptions,
): Promise<Session> {
  const { clock, signal } = session
  const open = async (): Promise<Transport> => {
    const transport = await startContainer(target, {
      ...container,
      ...(clock === undefined ? {} : { clock }),
      ...(signal === undefined ? {} : { signal }),
    })
    return tap === undefined ? transport : tapTransport(transport, tap, clock)
  }
  return openSession({ ...session, transport: await open(), reopen: open })
}
