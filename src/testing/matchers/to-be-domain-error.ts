/** The tool did its work, and its own data says no. */
import { domainFailure } from '../../call/index.js'
import { holdsFor, parsePatterns, withClaim } from './content-claim.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { ResponseMatcher } from './matcher.js'
import { nearMisses } from './near-misses.js'
import { describeOutcome } from './outcome-text.js'
import { readResponse } from './received.js'
import { shownLine, textDetail } from './shown-text.js'

/**
 * Passes on a result whose data has `success: false` or an `error` that is not empty, in the structured content or in a text that is
 * JSON; with all the patterns in that error where some are given (as in `toContainText`). To `toSucceed` it is a success.
 */
export const toBeDomainError: ResponseMatcher<[...patterns: (string | RegExp)[]]> = {
  read: readResponse,
  controls: (...patterns) =>
    patterns.length === 0 ? ['empty', 'other-kind'] : ['empty', 'other-kind', 'other-tool', 'blanked'],
  judge(response, patterns) {
    const claim = patterns.length === 0 ? undefined : parsePatterns(patterns, false, 'toBeDomainError')
    const reason = domainFailure(response.outcome)
    const pass = reason !== undefined && (claim === undefined || holdsFor(reason, claim))
    return {
      pass,
      message: () =>
        responseMessage(
          `the data of ${nameOfAnswer(response)} ${pass ? 'not to say' : 'to say'} no${withClaim(claim)}`,
          reason === undefined ? describeOutcome(response) : shownLine(reason, 200),
          [
            ...(reason === undefined || claim === undefined || pass
              ? []
              : nearMisses(response, reason, claim)),
            ...(response.success ? textDetail(response) : []),
          ],
          response,
        ),
    }
  },
}
