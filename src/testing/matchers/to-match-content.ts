/** The text of the answer is as a content matcher claims. */
import { UsageError } from '../../base/index.js'
import { isNegative } from './content-claim.js'
import {
  type ContentMatcher,
  contentMatch,
  contentMismatch,
  isContentMatcher,
  matchesClaim,
} from './content-matcher.js'
import type { ResponseMatcher } from './matcher.js'
import { readResponse } from './received.js'

/** Passes where `matcher.matches(response)` is true. */
export const toMatchContent: ResponseMatcher<[matcher: ContentMatcher]> = {
  read: readResponse,
  controls: ({ claim }) => (isNegative(claim) ? [] : ['other-tool', 'blanked', 'empty']),
  judge(response, [matcher]) {
    // The type does not reach tests in JavaScript.
    if (!isContentMatcher(matcher))
      throw new UsageError('USAGE', 'Cannot use toMatchContent without a content matcher', {
        hint: 'Make one with contentMatcher, or give the patterns to toContainText',
      })
    const { claim } = matcher
    const pass = matchesClaim(response, claim)
    return {
      pass,
      message: () => (pass ? contentMatch(response, claim) : contentMismatch(response, claim)),
    }
  },
}
