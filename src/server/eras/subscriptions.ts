/** Who listens for changes in the modern era (specification: 2026-07-28, subscriptions/listen). */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { META_KEYS, RPC_CODES } from '../../protocol/index.js'
import {
  answerTo,
  closePendingRequest,
  type PendingRequest,
  type RequestHandler,
} from '../client/pending-request.js'
import type { ServedClientSelf, ServiceSelf } from '../service.js'
import { type Admission, refused } from './envelope.js'

export interface Subscriptions {
  admit(params: JsonObject, client: ServedClientSelf, principal?: string): Admission
  /** Tells those who asked for it. False for a notification that nobody can subscribe to. */
  tell(method: string, params: JsonObject | undefined): boolean
  /** Ends every subscription with its result. */
  close(): void
}

/** Of one principal. */
const MAX_SUBSCRIPTIONS = 1000

interface Listener extends RequestHandler {
  readonly principal: string | undefined
  readonly agreed: JsonObject
  tell(method: string, params: JsonObject): void
  finish(): void
}

export function createSubscriptions(serviceSelf: ServiceSelf): Subscriptions {
  return new OpenStreams(serviceSelf)
}

class OpenStreams implements Subscriptions {
  readonly #serviceSelf: ServiceSelf
  readonly #listeners = new Set<Listener>()

  constructor(serviceSelf: ServiceSelf) {
    this.#serviceSelf = serviceSelf
  }

  admit({ notifications }: JsonObject, client: ServedClientSelf, principal?: string): Admission {
    if (!isFilter(notifications))
      return refused(
        RPC_CODES.INVALID_PARAMS,
        'Invalid params: "notifications" is no filter of notifications',
      )
    if (this.#countOf(principal) >= MAX_SUBSCRIPTIONS)
      return refused(RPC_CODES.INTERNAL_ERROR, `More than ${MAX_SUBSCRIPTIONS} subscriptions are open`)
    return {
      kind: 'stream',
      client,
      open: (pending) =>
        this.#open(pending, agreedFilter(notifications, this.#serviceSelf.capabilities), principal),
    }
  }

  tell(method: string, params: JsonObject | undefined = {}): boolean {
    if (!SUBSCRIBED.has(method)) return false
    for (const listener of this.#listeners)
      if (isWanted(listener.agreed, method, params)) listener.tell(method, params)
    return true
  }

  close(): void {
    for (const listener of this.#listeners) listener.finish()
  }

  #countOf(principal: string | undefined): number {
    return [...this.#listeners].filter((listener) => listener.principal === principal).length
  }

  #open(pending: PendingRequest, agreed: JsonObject, principal: string | undefined): AbortSignal {
    const { id, sink } = pending
    const over = new AbortController()
    const meta = { [META_KEYS.SUBSCRIPTION_ID]: id }
    const listener: Listener = {
      agreed,
      principal,
      tell(method, params) {
        const own = isJsonObject(params._meta) ? params._meta : {}
        const told = { ...params, _meta: { ...own, ...meta } }
        sink.say(JSON.stringify({ jsonrpc: '2.0', method, params: told }))
      },
      end: () => {
        if (!this.#listeners.delete(listener)) return
        over.abort()
        closePendingRequest(pending)
        sink.drop()
      },
      finish: () => {
        this.#listeners.delete(listener)
        over.abort()
        closePendingRequest(pending)
        const result = {
          resultType: 'complete',
          _meta: { ...meta, [META_KEYS.SERVER_INFO]: this.#serviceSelf.serverInfo },
        }
        answerTo(sink, id, { result })
      },
    }
    this.#listeners.add(listener)
    pending.handler = listener
    listener.tell('notifications/subscriptions/acknowledged', { notifications: agreed })
    // Nothing will ever come: the stream would stay open for nothing.
    if (Object.keys(agreed).length === 0) listener.finish()
    return over.signal
  }
}

/** The notifications that come on these streams alone, and the member of the filter that asks for them. */
const SUBSCRIBED: ReadonlyMap<string, string> = new Map([
  ['notifications/tools/list_changed', 'toolsListChanged'],
  ['notifications/prompts/list_changed', 'promptsListChanged'],
  ['notifications/resources/list_changed', 'resourcesListChanged'],
  ['notifications/resources/updated', 'resourceSubscriptions'],
])

function isFilter(value: JsonValue | undefined): value is JsonObject {
  if (!isJsonObject(value)) return false
  const { resourceSubscriptions: uris = [], ...flags } = value
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string')) return false
  return FLAGS.every((flag) => flags[flag] === undefined || typeof flags[flag] === 'boolean')
}

const FLAGS = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged']

function agreedFilter(asked: JsonObject, capabilities: JsonObject): JsonObject {
  const has = (capability: string, member: string): boolean => {
    const declared = capabilities[capability]
    return isJsonObject(declared) && declared[member] === true
  }
  const uris = asked.resourceSubscriptions
  return {
    ...(asked.toolsListChanged === true && has('tools', 'listChanged') ? { toolsListChanged: true } : {}),
    ...(asked.promptsListChanged === true && has('prompts', 'listChanged')
      ? { promptsListChanged: true }
      : {}),
    ...(asked.resourcesListChanged === true && has('resources', 'listChanged')
      ? { resourcesListChanged: true }
      : {}),
    ...(Array.isArray(uris) && uris.length > 0 && has('resources', 'subscribe')
      ? { resourceSubscriptions: uris }
      : {}),
  }
}

function isWanted(agreed: JsonObject, method: string, { uri }: JsonObject): boolean {
  const wanted = agreed[SUBSCRIBED.get(method) ?? '']
  return Array.isArray(wanted) ? typeof uri === 'string' && wanted.includes(uri) : wanted === true
}
