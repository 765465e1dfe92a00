/** The answer is an error, of whichever kind. */
import { domainFailure } from '../../call/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { ResponseMatcher } from './matcher.js'
import { describeOutcome } from './outcome-text.js'
import { readResponse } from './received.js'
import { shownLine, textDetail } from './shown-text.js'

/** Passes on a tool error, a JSON-RPC error, and a result that the host refuses: on all that `toSucceed` fails on. */
export const toFail: ResponseMatcher<[]> = {
  read: readResponse,
  controls: () => ['other-kind'],
  judge: (response) => ({
    pass: !response.success,
    message: () =>
      responseMessage(
        `${nameOfAnswer(response)} ${response.success ? 'to fail' : 'not to fail'}`,
        describeOutcome(response),
        response.success ? [...textDetail(response), ...domainDetail(response)] : [],
        response,
      ),
  }),
}

function domainDetail({ outcome }: MCPResponse): string[] {
  const reason = domainFailure(outcome)
  if (reason === undefined) return []
  return [
    `  Its own data says no: ${shownLine(reason, 50)}`,
    '  Hint: an error is isError or a JSON-RPC error; for data: toBeDomainError',
  ]
}
