/** Subscriptions of the modern era: one request that stays open (specification: 2026-07-28, basic/utilities/subscriptions). */
import {
  deferred,
  defined,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  UsageError,
  waitFor,
} from '../../base/index.js'
import type { ClassifiedResponse, RpcId } from '../../protocol/index.js'
import type { RequestOptions } from '../request-options.js'
import type { Conversation } from '../wire/conversation.js'
import { aborted, refused, timedOut, unusable } from '../wire/request-errors.js'
import type { Subscription, SubscriptionFilter } from './subscription.js'

/**
 * Resolves as soon as the server has acknowledged it.
 * @throws SessionError RPC_ERROR when the server refuses, RESPONSE_INVALID when it ends it without a word, REQUEST_TIMEOUT
 */
export async function listen(
  conversation: Conversation,
  filter: SubscriptionFilter,
  { timeoutMs = conversation.timeoutMs, signal }: RequestOptions,
): Promise<Subscription> {
  const closing = new AbortController()
  let id: RpcId | undefined
  let isEndedByServer = false
  const { promise: agreed, resolve: acknowledge } = deferred<SubscriptionFilter>()
  const unwatch = conversation.watch((method, params) => {
    if (method === ACKNOWLEDGED && idIn(params) === id) acknowledge(readFilter(params.notifications))
    if (method !== 'notifications/cancelled' || id === undefined || params.requestId !== id) return
    isEndedByServer = true
    conversation.dismiss(id, 'the server ended the subscription')
  })
  const stream = conversation
    .request(
      'subscriptions/listen',
      { notifications: writeFilter(filter) },
      {
        doing: DOING,
        // It lasts as long as it is wanted; the wait for its acknowledgement has a limit.
        options: { timeoutMs: Number.POSITIVE_INFINITY, signal: closing.signal },
        onNumbered: (own) => {
          id = own
        },
      },
    )
    .finally(unwatch)
  const ended = stream.then(
    () => 'ended-by-server' as const,
    (failure: unknown) => {
      if (isEndedByServer) return 'ended-by-server'
      // The session was closed, or the subscription was.
      if (failure instanceof UsageError || closing.signal.aborted) return 'closed-here'
      // Over HTTP its stream may end, and the connection lives on.
      return conversation.end === undefined ? 'ended-by-server' : 'connection-closed'
    },
  )
  const close = async (): Promise<void> => {
    closing.abort()
    await ended
  }
  try {
    return {
      agreed: await waitFor(Promise.race([agreed, stream.then(refuse)]), {
        timeoutMs,
        clock: conversation.clock,
        onTimeout: () => timedOut(DOING, timeoutMs, []),
        ...defined({ signal }),
      }),
      ended,
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (failure) {
    await close()
    throw signal?.aborted ? aborted(DOING, signal.reason) : failure
  }
}

const DOING = 'subscribe'
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'

function refuse(response: ClassifiedResponse): never {
  throw response.kind === 'failure'
    ? refused(DOING, response.message.error)
    : unusable(DOING, 'the server ended the subscription before it acknowledged it')
}

function idIn({ _meta }: JsonObject): JsonValue | undefined {
  return isJsonObject(_meta) ? _meta['io.modelcontextprotocol/subscriptionId'] : undefined
}

function writeFilter({ tools, prompts, resources, resourceUris }: SubscriptionFilter): JsonObject {
  return {
    ...defined({
      toolsListChanged: tools,
      promptsListChanged: prompts,
      resourcesListChanged: resources,
      resourceSubscriptions: resourceUris,
    }),
  }
}

function readFilter(value: JsonValue | undefined): SubscriptionFilter {
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions } = isJsonObject(
    value,
  )
    ? value
    : {}
  return {
    ...(typeof toolsListChanged === 'boolean' ? { tools: toolsListChanged } : {}),
    ...(typeof promptsListChanged === 'boolean' ? { prompts: promptsListChanged } : {}),
    ...(typeof resourcesListChanged === 'boolean' ? { resources: resourcesListChanged } : {}),
    ...(Array.isArray(resourceSubscriptions)
      ? { resourceUris: resourceSubscriptions.filter((uri): uri is string => typeof uri === 'string') }
      : {}),
  }
}
