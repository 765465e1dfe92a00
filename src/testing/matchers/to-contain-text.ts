/** The text of the answer has all of the patterns. */
import { type ContentClaim, parsePatterns } from './content-claim.js'
import { contentMatch, contentMismatch, matchesClaim } from './content-matcher.js'
import type { ResponseMatcher } from './matcher.js'
import { readResponse } from './received.js'

/**
 * Passes on a success whose text blocks, joined by line feeds, have every pattern: strings without regard to case,
 * regular expressions with their own flags. For more, see `contentMatcher`.
 */
export const toContainText: ResponseMatcher<[...patterns: (string | RegExp)[]]> = {
  read: readResponse,
  controls: () => ['other-tool', 'blanked', 'empty'],
  judge(response, patterns) {
    const claim: ContentClaim = parsePatterns(patterns, false, 'toContainText')
    const pass = matchesClaim(response, claim)
    return {
      pass,
      message: () => (pass ? contentMatch(response, claim) : contentMismatch(response, claim)),
    }
  },
}
