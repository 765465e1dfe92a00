/** Why the text of an answer is not as claimed. */
import type { MCPResponse } from '../client/mcp-response.js'
import { type ContentClaim, describeClaim, unmetClaims } from './content-claim.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import { nearMisses } from './near-misses.js'
import { describeOutcome } from './outcome-text.js'
import { textDetail } from './text-detail.js'

/** The message for an answer that does not match. */
export function contentMismatch(response: MCPResponse, claim: ContentClaim): string {
  if (!response.success)
    return responseMessage(wantedText(response, claim), describeOutcome(response), [], response)
  if (response.content === undefined)
    return responseMessage(
      wantedText(response, claim),
      'no text at all',
      [...nearMisses(response, '', claim), ...textDetail(response)],
      response,
    )
  const unmet = unmetClaims(response.content, claim)
  const [first = claim] = unmet
  return responseMessage(
    wantedText(response, unmet.length === 1 ? first : { kind: 'all', claims: unmet }),
    unmet.length > 1 ? 'none of them' : first.kind === 'not' ? 'that it does' : 'no such text',
    [...nearMisses(response, response.content, claim), ...textDetail(response)],
    response,
  )
}

/** The message for an answer that should not have matched. */
export function contentMatch(response: MCPResponse, claim: ContentClaim): string {
  return responseMessage(
    wantedText(response, claim.kind === 'not' ? claim.claim : { kind: 'not', claim }),
    claim.kind === 'not' ? 'that it does not' : 'that it does',
    textDetail(response),
    response,
  )
}

function wantedText(response: MCPResponse, claim: ContentClaim): string {
  return claim.kind === 'not'
    ? `the text of ${nameOfAnswer(response)} not to contain ${describeClaim(claim.claim)}`
    : `the text of ${nameOfAnswer(response)} to contain ${describeClaim(claim)}`
}
