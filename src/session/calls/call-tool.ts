/** Calls a tool and says what came of it (specification: server/tools, calling tools). */
import { defined, type JsonObject } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import type { CallOptions } from '../request-options.js'
import { listPages } from '../requests/list-pages.js'
import { toolListing } from '../requests/listings.js'
import { type Asked, type Final, requestWithInput } from '../requests/retry-with-input.js'
import type { Conversation } from '../wire/conversation.js'
import { errorOutcome, readOutcome } from './read-outcome.js'
import { followTask } from './task-extension.js'

/** A JSON-RPC error and `isError` are outcomes. A task that a server of the modern era makes of the call is followed to its end. */
export function callTool(
  conversation: Conversation,
  name: string,
  args: JsonObject | undefined,
  options: CallOptions | undefined,
): Promise<Outcome> {
  const asked: Asked = {
    doing: `call "${name}"`,
    options,
    method: 'tools/call',
    params: args === undefined ? { name } : { name, arguments: args },
    learnHeaders: () => learnHeaders(conversation, options),
  }
  return requestWithInput(conversation, asked, (final) => outcomeOf(conversation, name, final, options))
}

/** Which arguments a tool wants as headers stands in the list of tools. */
function learnHeaders(conversation: Conversation, { timeoutMs, signal }: CallOptions = {}): Promise<unknown> {
  return listPages(conversation, toolListing(conversation.codec), {
    ...defined({ timeoutMs, signal }),
  })
}

function outcomeOf(
  conversation: Conversation,
  name: string,
  final: Final,
  options: CallOptions | undefined,
): Outcome | Promise<Outcome> {
  switch (final.kind) {
    case 'failure':
      return errorOutcome(final.message.error)
    case 'result':
      return readOutcome(conversation, name, final.message.result)
    case 'task':
      return followTask(conversation, name, final.task, options ?? {})
  }
}
