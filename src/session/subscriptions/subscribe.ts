/** Asks to be told of changes, in the way of the conversation's era. */
import { UsageError } from '../../base/index.js'
import type { RequestOptions } from '../request-options.js'
import type { Conversation } from '../wire/conversation.js'
import { listen } from './listen.js'
import { subscribeToResources } from './subscribe-to-resources.js'
import type { Subscription, SubscriptionFilter } from './subscription.js'

/** @throws UsageError USAGE for a filter that asks for nothing */
export async function subscribe(
  conversation: Conversation,
  filter: SubscriptionFilter,
  options: RequestOptions,
): Promise<Subscription> {
  checkFilter(filter)
  return conversation.codec.era === 'modern'
    ? listen(conversation, filter, options)
    : subscribeToResources(conversation, filter, options)
}

function checkFilter({ tools, prompts, resources, resourceUris }: SubscriptionFilter): void {
  if (tools === true || prompts === true || resources === true) return
  if (Array.isArray(resourceUris) && resourceUris.length > 0) return
  throw new UsageError('USAGE', 'Cannot subscribe to nothing: the filter asks for no change', {
    hint: 'say what to be told of: { resourceUris: [uri] }, { tools: true }, { prompts: true } or { resources: true }',
  })
}
