/** Opens a session over a transport: handshake, then everything that one can ask a server. */
import { type Clock, systemClock } from '../base/index.js'
import { type Codec, legacyCodec, type ServerSelf } from '../protocol/index.js'
import type { Transport } from '../transport/index.js'
import type { SessionListeners } from './complaint.js'
import { type Conversation, startConversation } from './conversation.js'
import { type ClientInfo, shakeHands } from './handshake.js'
import { listTools } from './list-tools.js'
import { refused, unusable } from './request-errors.js'
import { capabilitiesOf, type ServerRequestHandlers } from './server-requests.js'
import type { CallOptions, Session } from './session.js'
import { errorOutcome, resultOutcome } from './to-outcome.js'

export interface SessionOptions {
  readonly clientInfo: ClientInfo
  /** Default `legacy`. */
  readonly era?: 'legacy'
  /** Milliseconds that every request may take unless it says otherwise; default 30,000. */
  readonly timeoutMs?: number
  /** Answers to what the server asks; their presence declares the capabilities. Without one it gets error -32601. */
  readonly handlers?: ServerRequestHandlers
  readonly listeners?: SessionListeners
  /** Gives up the handshake. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

/**
 * Takes over the transport: the session closes it, also when the handshake fails, before the error leaves.
 * @throws SessionError HANDSHAKE_FAILED, REVISION_UNSUPPORTED or REQUEST_ABORTED
 */
export async function openSession(
  options: SessionOptions & { readonly transport: Transport },
): Promise<Session> {
  const { transport, clientInfo, timeoutMs = 30_000, handlers = {}, listeners = {}, signal } = options
  const codec = legacyCodec
  const conversation = startConversation({
    transport,
    codec,
    timeoutMs,
    clock: options.clock ?? systemClock,
    handlers,
    listeners,
  })
  const client = { ...clientInfo, capabilities: capabilitiesOf(handlers) }
  const server = await shakeHands(conversation, codec, client, signal === undefined ? {} : { signal })
  return createSession(conversation, codec, server)
}

function createSession(conversation: Conversation, codec: Codec, server: ServerSelf): Session {
  async function request(
    ...[method, params, options]: Parameters<Session['request']>
  ): ReturnType<Session['request']> {
    const doing = `get an answer to "${method}"`
    const response = await conversation.request(method, params, { ...options, doing })
    if (response.kind === 'failure') throw refused(doing, response.message.error)
    return response.message.result
  }

  async function callTool(
    ...[name, args, options]: Parameters<Session['callTool']>
  ): ReturnType<Session['callTool']> {
    const doing = `call "${name}"`
    const params = args === undefined ? { name } : { name, arguments: args }
    const response = await conversation.request('tools/call', params, { ...options, doing })
    if (response.kind === 'failure') return errorOutcome(response.message.error)
    const reading = codec.readToolResult(response.message.result)
    if (reading.kind === 'unusable') throw unusable(doing, reading.reason)
    for (const complaint of reading.complaints)
      conversation.complain('invalid-result', `the answer of "${name}" breaks the protocol: ${complaint}`)
    return resultOutcome(reading.value)
  }

  return {
    serverInfo: server.serverInfo,
    capabilities: server.capabilities,
    instructions: server.instructions,
    revision: server.revision,
    get lateReplies() {
      return conversation.lateReplies
    },
    async listTools(options = {}) {
      if (server.capabilities.tools !== undefined) return listTools(conversation, codec, options)
      conversation.complain('undeclared', 'the server declares no tools, so it was not asked to list them')
      return []
    },
    callTool,
    request,
    notify: (method, params) => conversation.notify(method, params),
    async ping(options?: CallOptions) {
      await request('ping', undefined, options)
    },
    close: () => conversation.close(),
    [Symbol.asyncDispose]: () => conversation.close(),
  }
}
