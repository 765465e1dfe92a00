/** Subscriptions of the legacy era: one request for each resource; changes of lists are told to everybody (specification: server/resources). */

import { deferred } from '../../base/index.js'
import type { RequestOptions } from '../request-options.js'
import { ask } from '../requests/ask.js'
import type { Conversation } from '../wire/conversation.js'
import type { Subscription, SubscriptionFilter } from './subscription.js'

/** Subscribes to one resource after the other; if the server refuses one, those before it are given up again. */
export async function subscribeToResources(
  conversation: Conversation,
  filter: SubscriptionFilter,
  options: RequestOptions,
): Promise<Subscription> {
  const taken: string[] = []
  let closing: Promise<void> | undefined
  const giveUp = async (): Promise<void> => {
    // At once: a server that answers none of them takes the time of one.
    await Promise.all(taken.splice(0).map((uri) => tell(conversation, 'resources/unsubscribe', uri, {})))
  }
  try {
    for (const uri of filter.resourceUris ?? []) {
      await tell(conversation, 'resources/subscribe', uri, options)
      taken.push(uri)
    }
  } catch (failure) {
    // What the server refused says more than that it cannot be rid of the rest.
    await giveUp().catch(() => undefined)
    throw failure
  }
  const { promise: closedHere, resolve: tellEnded } = deferred<'closed-here'>()
  const close = (): Promise<void> => {
    tellEnded('closed-here')
    closing ??= conversation.end === undefined ? giveUp() : Promise.resolve()
    return closing
  }
  return {
    agreed: filter,
    ended: Promise.race([closedHere, conversation.over]),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function tell(
  conversation: Conversation,
  method: 'resources/subscribe' | 'resources/unsubscribe',
  uri: string,
  options: RequestOptions,
): Promise<null> {
  const doing = `${method === 'resources/subscribe' ? 'subscribe to' : 'unsubscribe from'} "${uri}"`
  const read = () => ({ kind: 'read', value: null, complaints: [] }) as const
  return ask(conversation, { options, method, params: { uri }, doing, read })
}
