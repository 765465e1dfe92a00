/** Serves the requests of modern clients over HTTP: every POST stands alone. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { isJsonObject, type JsonValue } from '../../base/index.js'
import {
  classifyMessage,
  httpAnomalies,
  META_KEYS,
  type ParamHeader,
  RPC_CODES,
  type RpcError,
  type RpcRequest,
} from '../../protocol/index.js'
import type { ServedClient } from '../client/create-served-client.js'
import { answerByMachine } from '../client/pending-request.js'
import type { HttpRequestFacts } from '../service.js'
import type { Conversations } from './conversations.js'
import { createEventMemory, type StreamSurroundings } from './event-memory.js'
import { createExchange } from './exchange.js'
import { formAlone, type HttpProfile } from './http-serving.js'
import { refusal, writeRefusal } from './refusal.js'

export interface ModernDesk {
  post(message: JsonValue, request: IncomingMessage, response: ServerResponse, facts: HttpRequestFacts): void
  close(): void
}

export interface ModernDeskOptions {
  readonly conversations: Conversations
  readonly profile: HttpProfile
  readonly streams: StreamSurroundings
}

export function createModernDesk({ conversations, profile, streams }: ModernDeskOptions): ModernDesk {
  const open = new Set<ServedClient>()

  function serve(message: JsonValue, response: ServerResponse, facts: HttpRequestFacts): void {
    const exchange = createExchange({
      ...{ response, era: 'modern', form: formOf(message, profile), isResumable: false },
      headers: () => ({}),
      openStream: () => createEventMemory({ hasIds: false, retryMs: undefined, streams }).open(),
      aside: () => undefined,
    })
    const classified = classifyMessage(message)
    const problem =
      classified.kind === 'request'
        ? checkModernHeaders(facts, classified.message, conversations.headersOf)
        : undefined
    if (problem !== undefined && classified.kind === 'request') {
      answerByMachine(exchange, classified.message.id, { error: problem })
      return
    }
    const client = conversations.openModern(facts)
    open.add(client)
    response.on('close', () => {
      open.delete(client)
      if (!exchange.isOver) client.end('the client is gone')
    })
    client.take(message, exchange, { http: facts, text: facts.written })
  }

  return {
    post(message, _, response, facts) {
      switch (classifyMessage(message).kind) {
        case 'request':
          serve(message, response, facts)
          break
        case 'notification':
          conversations.heard(message, facts)
          response.writeHead(202).end()
          break
        default:
          writeRefusal(
            response,
            refusal(
              400,
              RPC_CODES.INVALID_REQUEST,
              'Invalid request: the body is neither a request nor a notification',
            ),
          )
      }
    },
    close() {
      for (const client of open) client.end('the server was closed')
    },
  }
}

/** A stream of notifications has no other form. */
function formOf(message: JsonValue, profile: HttpProfile): 'json' | 'sse' | 'auto' {
  const form = formAlone(profile)
  return form === 'json' && isJsonObject(message) && message.method === 'subscriptions/listen' ? 'auto' : form
}

/** The first header that is missing or different; undefined when headers and body agree. */
function checkModernHeaders(
  { headers }: HttpRequestFacts,
  message: RpcRequest,
  paramHeaders: (tool: string) => readonly ParamHeader[],
): RpcError | undefined {
  // A body without a revision is refused for that.
  if (typeof revisionOf(message.params?._meta) !== 'string') return undefined
  const anomalies = httpAnomalies({ verb: 'POST', headers, body: message }, { paramHeaders }) ?? {}
  const wrong = Object.entries(anomalies).find(([name]) => name.startsWith('mcp-'))
  if (wrong === undefined) return undefined
  const [name, value] = wrong
  const problem = value === null ? 'is missing' : 'is not what the body says'
  return { code: RPC_CODES.HEADER_MISMATCH, message: `Header mismatch: the header ${name} ${problem}` }
}

function revisionOf(meta: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(meta) ? meta[META_KEYS.PROTOCOL_VERSION] : undefined
}
