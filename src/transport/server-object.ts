/** A server that is an object in this process, made with one of the official SDKs: no process, no socket. */
import { type JsonObject, messageOf, systemClock, TransportError } from '../base/index.js'
import { linkedTransports } from './memory.js'
import type { Transport } from './transport.js'
import { resolvesWithin } from './within.js'

/**
 * What can be tested in the same process: a server of the official SDK (`McpServer` or `Server`, of either major version), or a
 * function that takes the other end, such as `(transport) => serveStdio(makeServer, { transport })`, which serves both eras.
 * What the function returns is closed with the transport when it has a `close`.
 */
export type ServerObject = ConnectableServer | ((transport: SdkTransport) => unknown)

export interface ConnectableServer {
  connect(transport: SdkTransport): Promise<void>
  close?(): Promise<void>
}

/** A transport as the official SDKs want it; what it carries are messages of JSON-RPC. */
export interface SdkTransport {
  onmessage?: ((message: object) => void) | undefined
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  start(): Promise<void>
  send(message: object): Promise<void>
  close(): Promise<void>
}

/**
 * Connects to a server object, over linked ends whose messages pass through JSON. Closing the transport closes the server.
 * @throws TransportError CONNECTION_CLOSED when the object refuses to connect, as one does that is connected already
 */
export async function linkServer(server: ServerObject): Promise<Transport> {
  const [near, far] = linkedTransports(['client', 'server object'])
  const other = asSdkTransport(far)
  let running: unknown
  try {
    running = typeof server === 'function' ? await server(other) : await connect(server, other)
  } catch (cause) {
    await near.close()
    const reason = messageOf(cause)
    throw new TransportError('CONNECTION_CLOSED', `Cannot connect to the server object: ${reason}`, { cause })
  }
  let over: Promise<void> | undefined
  const close = (): Promise<void> => {
    over ??= near.close().then(() => closeServer(running))
    return over
  }
  return { ...near, close, [Symbol.asyncDispose]: close }
}

async function connect(server: ConnectableServer, transport: SdkTransport): Promise<ConnectableServer> {
  await server.connect(transport)
  return server
}

function asSdkTransport(end: Transport): SdkTransport {
  const transport: SdkTransport = {
    async start() {
      end.start({
        message: (value) => typeof value === 'object' && value !== null && transport.onmessage?.(value),
        // As the transports of the SDKs do with a line that is no message.
        noise: ({ reason }) => transport.onerror?.(new Error(`A line is no message: ${reason}`)),
        stderr: () => undefined,
        closed: () => transport.onclose?.(),
      })
    },
    // What the server sends went through the SDK, which sends JSON-RPC messages alone: objects and arrays of JSON.
    send: (message) => end.send(message as JsonObject),
    close: () => end.close(),
  }
  return transport
}

/** A server that does not end must not hold us. */
async function closeServer(running: unknown): Promise<void> {
  if (!isClosable(running)) return
  const closed = Promise.resolve()
    .then(() => running.close())
    .catch(() => undefined)
  await resolvesWithin(closed, CLOSE_MS, systemClock)
}

const CLOSE_MS = 1000

function isClosable(value: unknown): value is { close(): unknown } {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function'
}
