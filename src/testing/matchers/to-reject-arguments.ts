/** The server, or the tool, does not take the arguments. */
import { judgeRefusal } from './judge-refusal.js'
import type { ResponseMatcher } from './matcher.js'
import { readResponse } from './received.js'
import type { RefusalForm } from './refusal.js'

/**
 * Passes on error -32602 and on a tool error that speaks of arguments; with `as` on that one alone. A message that says that the
 * tool is unknown does not pass: see `readRefusal`.
 */
export const toRejectArguments: ResponseMatcher<[options?: { readonly as?: RefusalForm }]> = {
  read: readResponse,
  controls: () => ['other-kind'],
  judge: (response, [options]) =>
    judgeRefusal(response, { reason: 'arguments', told: 'refused for its arguments', as: options?.as }),
}
