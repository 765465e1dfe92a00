/** The server refused the request. */
import { UsageError } from '../../base/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { type ContentClaim, describeClaim, holdsFor, parsePatterns } from './content-claim.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { ResponseMatcher } from './matcher.js'
import { nearMisses } from './near-misses.js'
import { describeOutcome } from './outcome-text.js'
import { readResponse } from './received.js'
import { shownValue, textDetail } from './shown-text.js'

/** Passes on a JSON-RPC error, of this code and with this in its message where they are given. */
export const toBeRpcError: ResponseMatcher<[code?: number, text?: string | RegExp]> = {
  read: readResponse,
  controls: (_, text) => (text === undefined ? ['other-kind'] : ['other-kind', 'other-tool', 'blanked']),
  judge(response, [code, text]) {
    if (code !== undefined && !Number.isInteger(code))
      throw new UsageError(
        'USAGE',
        `Cannot use toBeRpcError with the code ${shownValue(code, 40)}: codes are integers`,
      )
    const claim = text === undefined ? undefined : parsePatterns([text], false, 'toBeRpcError')
    const { outcome } = response
    const hasCode = outcome.kind === 'rpc-error' && (code === undefined || outcome.code === code)
    const pass = hasCode && (claim === undefined || holdsFor(outcome.message, claim))
    return {
      pass,
      message: () =>
        responseMessage(
          `${nameOfAnswer(response)} ${pass ? 'not to answer' : 'to answer'} ${describeWanted(code, claim)}`,
          describeOutcome(response),
          details(response, code, hasCode && !pass ? claim : undefined),
          response,
        ),
    }
  },
}

function describeWanted(code: number | undefined, claim: ContentClaim | undefined): string {
  const error = code === undefined ? 'a JSON-RPC error' : `error ${code}`
  return claim === undefined ? error : `${error} with ${describeClaim(claim)}`
}

function details(
  response: MCPResponse,
  code: number | undefined,
  missed: ContentClaim | undefined,
): string[] {
  const { outcome } = response
  switch (outcome.kind) {
    case 'result':
      return textDetail(response)
    case 'tool-error':
      return [
        '  A tool error is an answer of the tool and has no code: see toBeToolError',
        ...codeInText(response, code),
      ]
    case 'rpc-error':
      return [
        ...(missed === undefined ? [] : nearMisses(response, outcome.message, missed)),
        ...(outcome.data === undefined ? [] : [`  Its data: ${shownValue(outcome.data, 66)}`]),
      ]
  }
}

/** Servers that catch their own protocol errors put the code into the text of a tool error. */
function codeInText({ errorMessage = '' }: MCPResponse, code: number | undefined): string[] {
  return code !== undefined && errorMessage.includes(String(code))
    ? ['  Its text has the code all the same']
    : []
}
