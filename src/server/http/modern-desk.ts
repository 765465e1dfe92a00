/** Serves the requests of modern clients over HTTP: every POST stands alone. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isJsonObject, type JsonValue } from '../../base/index.js'
import { classifyMessage, RPC_CODES } from '../../protocol/index.js'
import { createServedClient, type ServedClient } from '../client/create-served-client.js'
import { createOwnRequests } from '../client/own-requests.js'
import { answerByMachine } from '../client/seat.js'
import type { ModernSide } from '../eras/modern-side.js'
import type { HttpRequestFacts, ServedConnection, Service } from '../service.js'
import { checkModernHeaders } from './check-modern-headers.js'
import { createEventMemory, type StreamSurroundings } from './event-memory.js'
import { createExchange } from './exchange.js'
import { formAlone, type HttpProfile } from './http-serving.js'
import { refusal, writeRefusal } from './refusal.js'

export interface ModernDesk {
  post(message: JsonValue, request: IncomingMessage, response: ServerResponse, facts: HttpRequestFacts): void
  close(): void
}

export interface ModernDeskOptions {
  readonly service: Service
  readonly modern: ModernSide
  readonly connection: ServedConnection
  readonly profile: HttpProfile
  readonly streams: StreamSurroundings
}

export function createModernDesk(options: ModernDeskOptions): ModernDesk {
  const { service, modern, connection, profile, streams } = options
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
        ? checkModernHeaders(facts, classified.message, modern.headersOf)
        : undefined
    if (problem !== undefined && classified.kind === 'request') {
      answerByMachine(exchange, classified.message.id, { error: problem })
      return
    }
    const client = createServedClient({
      ...{ service, connection, modern, ownRequests: createOwnRequests() },
      // A request without metadata is refused for that, and not for the handshake that it lacks.
      legacy: { ...modern, revision: undefined },
    })
    open.add(client)
    response.on('close', () => {
      open.delete(client)
      if (!exchange.isOver) client.end('the client is gone')
    })
    client.take(message, exchange, facts)
  }

  return {
    post(message, _, response, facts) {
      switch (classifyMessage(message).kind) {
        case 'request':
          serve(message, response, facts)
          break
        case 'notification':
          if (isJsonObject(message))
            service.heard?.(String(message.method), paramsOf(message.params), connection)
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

function paramsOf(params: JsonValue | undefined): { readonly [key: string]: JsonValue } | undefined {
  return isJsonObject(params) ? params : undefined
}
