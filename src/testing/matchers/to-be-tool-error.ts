/** The tool ran and failed. */
import { holdsFor, parsePatterns, withClaim } from './content-claim.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { ResponseMatcher } from './matcher.js'
import { nearMisses } from './near-misses.js'
import { describeOutcome } from './outcome-text.js'
import { readResponse } from './received.js'
import { textDetail } from './shown-text.js'

/** Passes on `isError: true`, with all the patterns in its text where some are given (as in `toContainText`). */
export const toBeToolError: ResponseMatcher<[...patterns: (string | RegExp)[]]> = {
  read: readResponse,
  controls: (...patterns) =>
    patterns.length === 0 ? ['other-kind'] : ['other-kind', 'other-tool', 'blanked'],
  judge(response, patterns) {
    const claim = patterns.length === 0 ? undefined : parsePatterns(patterns, false, 'toBeToolError')
    const isToolError = response.outcome.kind === 'tool-error'
    const text = response.errorMessage ?? ''
    const pass = isToolError && (claim === undefined || holdsFor(text, claim))
    return {
      pass,
      message: () =>
        responseMessage(
          `${nameOfAnswer(response)} ${pass ? 'not to answer' : 'to answer'} a tool error${withClaim(claim)}`,
          describeOutcome(response),
          response.success
            ? textDetail(response)
            : !pass && isToolError && claim !== undefined
              ? nearMisses(response, text, claim)
              : [],
          response,
        ),
    }
  },
}
