/** The server says that it has no such tool. */
import { judgeRefusal } from './judge-refusal.js'
import type { ResponseMatcher } from './matcher.js'
import { readResponse } from './received.js'
import type { RefusalForm } from './refusal.js'

/**
 * Passes on error -32602, which the protocol wants, and on a tool error that says so, which servers of older SDKs answer; with `as`
 * on that one alone. A message that is about arguments does not pass: see `readRefusal`.
 */
export const toBeUnknownTool: ResponseMatcher<[options?: { readonly as?: RefusalForm }]> = {
  read: readResponse,
  controls: () => ['other-kind'],
  judge: (response, [options]) =>
    judgeRefusal(response, { reason: 'unknown-tool', told: 'an unknown tool', as: options?.as }),
}
