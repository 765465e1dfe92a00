/** A server in the place of another one: it has that one's tools, and what is known answers their calls. */

import { type JsonObject, UsageError } from '../../base/index.js'
import type { Stub } from '../../call/index.js'
import {
  createChainService,
  type ServedHttp,
  type ServedStdio,
  type Service,
  type StdioServing,
  serveHttp,
  serveInMemory,
  serveStdio,
} from '../../server/index.js'
import { createMockChain } from './mock-chain.js'
import type { MockCall, MockServerOptions } from './mock-options.js'

/**
 * A mock of one server. Any number of clients may be connected to it at once, of both eras. It holds nothing that needs closing:
 * what serves it is closed by whoever opened that.
 */
export interface MockServer {
  /** The calls that came, in order: the newest 10,000, or 64 Mi characters of arguments. */
  readonly calls: readonly MockCall[]
  /** The stubs that have answered no call. */
  readonly unusedStubs: readonly Stub[]
  /** Stubs whose answers break what their tools promise, in sentences. */
  readonly warnings: readonly string[]
  /** From now on these stubs are asked first. @throws UsageError STUBS_INVALID for a tool that is not there */
  use(...stubs: readonly Stub[]): void
  /** Forgets the calls, what `use` added, and how often each stub has answered. */
  reset(): void
  /**
   * Serves one client at the other end of a transport of an official SDK, or of `MockMCPClient.start({ server })`.
   * The connection ends when the transport closes.
   */
  connect(transport: OfficialTransport): Promise<void>
  /**
   * Serves any number of clients over Streamable HTTP; whoever listens closes it.
   * @throws TransportError HTTP_FAILED when the port cannot be had
   */
  listen(address?: MockAddress): Promise<ServedHttp>
  /** Serves one client over a pair of streams. */
  serveStdio(streams: StdioServing): ServedStdio
}

export interface MockAddress {
  /** Default: 127.0.0.1, which nobody reaches from other machines. */
  readonly host?: string
  /** Default: a free one. */
  readonly port?: number
  /** Default: /mcp. */
  readonly path?: string
}

/**
 * Makes a mock of a server with these tools. A call is answered by the first stub that matches, else by a recording of the very same
 * call, else by a value of the tool's output schema; what nothing answers is an error of the protocol that says so.
 * Arguments that break the input schema get the error of a tool, as from a real server. Who answered stands in the `_meta` of each
 * result, under `dev.understudy/provenance`.
 * @throws UsageError STUBS_INVALID for a stub of another server, or of a tool that is not there; USAGE for a name with a colon, and
 *   where there are no tools, or one without an input schema
 */
export function createMockServer(options: MockServerOptions): MockServer {
  refuseMissingTools(options)
  const { server = 'server', version = '0' } = options
  const mock = createMockChain({ ...options, server })
  const service = createChainService({
    server,
    self: { serverInfo: { name: server, version }, capabilities: { tools: {} } },
    tools: mock.tools,
    chain: mock.chain,
  })
  return {
    get calls() {
      return mock.calls
    },
    get unusedStubs() {
      return mock.unusedStubs
    },
    get warnings() {
      return mock.warnings
    },
    use: mock.use,
    reset: mock.reset,
    connect: (transport) => connectToSdk(service, transport),
    listen: (address = {}) => serveHttp(service, address),
    serveStdio: (streams) => serveStdio(service, streams),
  }
}

/** Callers in JavaScript have no types. */
function refuseMissingTools(options: Partial<MockServerOptions> | undefined): void {
  if (Array.isArray(options?.tools)) return
  throw new UsageError('USAGE', 'Cannot mock a server without a list of its tools', {
    hint: 'give what it lists: createMockServer({ tools: [...] }), or what parseToolsFile reads of a file',
  })
}

/** A transport of an official SDK, of either major version. */
interface OfficialTransport {
  // A method, since those may take less than any object: the SDKs have types for their messages.
  onmessage?: { call(message: object): void }['call'] | undefined
  onclose?: (() => void) | undefined
  start(): Promise<void>
  send(message: object): Promise<void>
  close(): Promise<void>
}

/** Resolves when the transport has been started. The connection ends when either side closes. */
async function connectToSdk(service: Service, transport: OfficialTransport): Promise<void> {
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
