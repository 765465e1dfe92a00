/** One session of a legacy client over HTTP (specification: 2025-11-25, basic/transports, session management). */
import type { ServerResponse } from 'node:http'
import { RPC_CODES } from '../../protocol/index.js'
import type { ServedClient } from '../client/create-served-client.js'
import type { ClientSession, Conversations } from './conversations.js'
import { createEventMemory, type StreamSurroundings } from './event-memory.js'
import { beginStream } from './event-stream.js'
import { createExchange, type Exchange } from './exchange.js'
import type { HttpProfile } from './http-serving.js'
import { REFUSED, refusal, writeRefusal } from './refusal.js'

export interface LegacySession {
  readonly id: string
  readonly client: ServedClient
  /** None before the handshake, and after one that failed. */
  readonly revision: string | undefined
  createExchange(response: ServerResponse): Exchange
  /** Serves a GET: the general stream, or the rest of another. */
  listen(response: ServerResponse, lastEventId: string | undefined): void
  close(reason: string): void
}

export interface LegacySessionOptions {
  readonly conversations: Conversations
  readonly profile: HttpProfile
  readonly streams: StreamSurroundings
}

/** `over` ends it for whoever talks with its client. */
export function createLegacySession(
  { id, principal, over }: Pick<ClientSession, 'id' | 'principal' | 'over'>,
  { conversations, profile, streams }: LegacySessionOptions,
): LegacySession {
  const { eventIds: hasIds = true, primes, retryMs } = profile
  const form = profile.form === 'resumable' ? 'sse' : (profile.form ?? 'auto')
  const memory = createEventMemory({ hasIds, retryMs, streams })
  const general = memory.open()
  const client = conversations.openSession({ id, principal, over, say: (text) => general.say(text) })
  const headers = (): Record<string, string> =>
    client.revision === undefined ? {} : { 'mcp-session-id': id }

  function openStream(): ReturnType<typeof memory.open> {
    const stream = memory.open()
    beginStream(stream, { hasIds, primes, revision: client.revision })
    return stream
  }

  return {
    id,
    client,
    get revision() {
      return client.revision
    },
    createExchange: (response) =>
      createExchange({
        ...{ response, era: 'legacy', form, headers, openStream, isResumable: hasIds },
        aside: (text) => general.say(text),
      }),
    listen(response, lastEventId) {
      const found =
        lastEventId === undefined ? { stream: general, after: undefined } : memory.find(lastEventId)
      if (found === undefined)
        writeRefusal(response, refusal(400, RPC_CODES.INVALID_PARAMS, 'The Last-Event-ID is not known'))
      else if (found.stream.isAttached)
        writeRefusal(response, refusal(409, REFUSED, 'Conflict: the stream is open already'))
      else {
        response.setHeader('mcp-session-id', id)
        found.stream.attach(response, found.after)
      }
    },
    close(reason) {
      client.end(reason)
      memory.close()
    },
  }
}
