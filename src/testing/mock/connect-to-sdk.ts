/** A service at the end of an official SDK's transport. */
import type { JsonObject } from '../../base/index.js'
import { type Service, serveInMemory } from '../../server/index.js'

/** A transport of an official SDK, of either major version. */
export interface OfficialTransport {
  // A method, since those may take less than any object: the SDKs have types for their messages.
  onmessage?: { call(message: object): void }['call'] | undefined
  onclose?: (() => void) | undefined
  start(): Promise<void>
  send(message: object): Promise<void>
  close(): Promise<void>
}

/** Resolves when the transport has been started. The connection ends when either side closes. */
export async function connectToSdk(service: Service, transport: OfficialTransport): Promise<void> {
  const end = serveInMemory(service)
  // A transport that cannot send is closed, and tells so.
  const close = (): void => void transport.close().catch(() => undefined)
  end.start({
    // What a served service sends are messages: objects, or lists of them.
    message: (value) => void transport.send(value as object).catch(close),
    noise: () => undefined,
    stderr: () => undefined,
    closed: close,
  })
  // What came through a transport of an SDK is a message of JSON-RPC.
  transport.onmessage = (message) => void end.send(message as JsonObject).catch(() => undefined)
  transport.onclose = () => void end.close()
  await transport.start()
}
