/**
 * One server on stdio for clients of the modern era over HTTP, whose requests stand each alone: what belongs to a request by its id or
 * its token has one of ours on the pipe, since clients choose theirs without knowing of each other.
 */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  onOneLine,
  textItems,
  withText,
} from '../base/index.js'
import { classifyMessage, META_KEYS, RPC_CODES, type RpcRequest } from '../protocol/index.js'
import { errorOfEnvelope, type ResponseSink, type ServedClient } from '../server/index.js'
import { cancelling, codeOf, paramsOf, tokenOf } from './front-session.js'
import { NO_ANSWER, noAnswer } from './no-answer.js'
import type { ServerListener, StartedServer } from './started-server.js'

export interface SharedServer {
  /** For one request. */
  open(): ServedClient
  /** Passes a notification of a client on. */
  tell(message: JsonValue): void
  close(): Promise<void>
}

/** `start` starts the server when it is first needed, and again when it is needed after its end. */
export function createSharedServer(
  start: (listener: Omit<ServerListener, 'line'>) => StartedServer,
): SharedServer {
  return new ServerOfMany(start)
}

class ServerOfMany implements SharedServer {
  readonly #start: (listener: Omit<ServerListener, 'line'>) => StartedServer
  /** Oldest first. */
  readonly #waiting = new Map<number, Waiting>()
  #server: StartedServer | undefined
  #last = 0

  constructor(start: (listener: Omit<ServerListener, 'line'>) => StartedServer) {
    this.#start = start
  }

  open(): ServedClient {
    const number = ++this.#last
    return {
      take: (value, sink, came) => {
        const classified = classifyMessage(value)
        // Whoever serves HTTP hands on nothing else.
        if (classified.kind !== 'request') return
        const { message } = classified
        // Servers take the first message of a pipe for what all others are like: one client's mistake must not decide for the rest.
        const error = errorOfEnvelope(message.params)
        if (error === undefined) {
          this.#waiting.set(number, { request: message, sink })
          this.#running().send(forServer(message, number), {
            text: writtenForServer(message, number, came?.text),
          })
        } else sink.refuse?.(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }), error.code)
      },
      end: (reason) => {
        if (this.#waiting.delete(number)) this.#running().send(cancelling(number, reason))
      },
    }
  }

  tell(message: JsonValue): void {
    // What it would cancel is named by an id that is not the server's; over HTTP the stream that ends says it.
    const isCancelling = isJsonObject(message) && message.method === 'notifications/cancelled'
    if (!isCancelling) this.#running().send(message)
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }

  #running(): StartedServer {
    this.#server ??= this.#start({ message: this.#hear, ended: this.#tellEnd })
    return this.#server
  }

  readonly #hear = (value: JsonValue, text: string): void => {
    const items = Array.isArray(value) ? textItems(text) : []
    if (!Array.isArray(value)) this.#hearOne(value, text)
    else for (const [i, item] of value.entries()) this.#hearOne(item, text.slice(...(items[i] ?? [0, 0])))
  }

  #hearOne(value: JsonValue, text: string): void {
    const classified = classifyMessage(value)
    switch (classified.kind) {
      case 'result':
      case 'failure': {
        const { id } = classified.message
        const found = typeof id === 'number' ? this.#waiting.get(id) : undefined
        if (typeof id !== 'number' || found === undefined) return
        this.#waiting.delete(id)
        const answer = withText(text, ['id'], JSON.stringify(found.request.id))
        found.sink.answer(forClient(answer, classified.message, id, found), codeOf(classified))
        break
      }
      case 'request':
        // This era has none of its own: whoever asks all the same must not wait for ever.
        this.#running().send(noAnswer(classified.message.id, 'Method not found', RPC_CODES.METHOD_NOT_FOUND))
        break
      case 'notification': {
        const [number, found] =
          this.#listenerOf(classified.message.method, paramsOf(classified.message).params) ?? []
        if (number !== undefined && found !== undefined)
          found.sink.say(forClient(text, classified.message, number, found))
        break
      }
      case 'invalid':
        break
    }
  }

  /**
   * Of a subscription or of progress it says so itself. Of all else it is known only where one request alone can be meant: a log is for
   * who asked for logs, and what is one client's must not be told to another.
   */
  #listenerOf(
    method: string,
    params: Readonly<Record<string, JsonValue>> = {},
  ): [number, Waiting] | undefined {
    const meta = isJsonObject(params._meta) ? params._meta : {}
    const named = meta[SUBSCRIPTION] ?? params.progressToken
    if (named === undefined) {
      const meant = [...this.#waiting].filter(([, { request }]) =>
        method === 'notifications/message' ? wantsLogs(request) : request.method !== 'subscriptions/listen',
      )
      return meant.length === 1 ? meant[0] : undefined
    }
    const found = typeof named === 'number' ? this.#waiting.get(named) : undefined
    return typeof named === 'number' && found !== undefined ? [named, found] : undefined
  }

  readonly #tellEnd = (reason: string): void => {
    this.#server = undefined
    const left = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { request, sink } of left) {
      const answer = noAnswer(request.id, `The recorder cannot reach the server: ${reason}`)
      sink.answer(JSON.stringify(answer), NO_ANSWER)
    }
  }
}

interface Waiting {
  readonly request: RpcRequest
  readonly sink: ResponseSink
}

function wantsLogs({ params }: RpcRequest): boolean {
  return isJsonObject(params?._meta) && params._meta[META_KEYS.LOG_LEVEL] !== undefined
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

function forServer(request: RpcRequest, number: number): JsonObject {
  const message: JsonObject = { ...request, id: number }
  if (tokenOf(request) === undefined || !isJsonObject(request.params?._meta)) return message
  return {
    ...message,
    params: { ...request.params, _meta: { ...request.params._meta, progressToken: number } },
  }
}

/** The same as the client wrote it. */
function writtenForServer(request: RpcRequest, number: number, written = JSON.stringify(request)): string {
  const text = withText(onOneLine(written), ['id'], String(number))
  return tokenOf(request) === undefined
    ? text
    : withText(text, ['params', '_meta', 'progressToken'], String(number))
}

/** Names of ours become the client's own again; all else stays as the server wrote it. */
function forClient(text: string, message: JsonObject, number: number, { request }: Waiting): string {
  const token = tokenOf(request)
  const own = JSON.stringify(request.id)
  let written = text
  for (const key of ['params', 'result']) {
    const { [key]: value } = message
    if (isJsonObject(value) && isJsonObject(value._meta) && value._meta[SUBSCRIPTION] === number)
      written = withText(written, [key, '_meta', SUBSCRIPTION], own)
  }
  const { params } = message
  return isJsonObject(params) && params.progressToken === number && token !== undefined
    ? withText(written, ['params', 'progressToken'], JSON.stringify(token))
    : written
}
