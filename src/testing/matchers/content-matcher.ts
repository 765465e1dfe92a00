/** A claim about the text of answers that tests give a name, compose and use many times. */
import { AssertionError } from 'node:assert'
import type { MCPResponse } from '../client/mcp-response.js'
import { type ContentClaim, describeClaim, holdsFor, parsePatterns, unmetClaims } from './content-claim.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import { nearMisses } from './near-misses.js'
import { describeOutcome } from './outcome-text.js'
import { readResponse } from './received.js'
import { textDetail } from './shown-text.js'

/** Immutable. Made by `contentMatcher`, and by combining others. */
export interface ContentMatcher {
  readonly claim: ContentClaim
  /** True for a success whose text is as claimed. A failure never matches, nor does an answer without any text. */
  matches(response: MCPResponse): boolean
  /** @throws AssertionError that tells the first thing wrong, the nearest candidates and the text */
  assertMatches(response: MCPResponse): void
  /** Matches where both do. */
  and(other: ContentMatcher): ContentMatcher
  /** Matches where one of them does. */
  or(other: ContentMatcher): ContentMatcher
  /** Matches a success whose text is not as this one claims; still no failure. */
  not(): ContentMatcher
}

/**
 * Matches a text that has all the patterns. Strings are looked for without regard to case (see `containsText`) unless
 * `caseSensitive`; a regular expression has flags of its own, and is never changed.
 * @throws UsageError USAGE for what every text would have: no pattern, an empty one
 */
export function contentMatcher(
  patterns: readonly (string | RegExp)[],
  options: { readonly caseSensitive?: boolean } = {},
): ContentMatcher {
  return matcherOf(parsePatterns(patterns, options.caseSensitive ?? false, 'contentMatcher'))
}

function matcherOf(claim: ContentClaim): ContentMatcher {
  return {
    claim,
    matches: (response) => matchesClaim(readResponse(response, 'matches'), claim),
    assertMatches(response) {
      if (matchesClaim(readResponse(response, 'assertMatches'), claim)) return
      throw new AssertionError({ message: contentMismatch(response, claim), operator: 'assertMatches' })
    },
    and: (other) => matcherOf({ kind: 'all', claims: [claim, other.claim] }),
    or: (other) => matcherOf({ kind: 'any', claims: [claim, other.claim] }),
    not: () => matcherOf({ kind: 'not', claim }),
  }
}

/** Why the text of an answer is not as claimed. The message for an answer that does not match. */
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

/** True for what `contentMatcher` made. */
export function isContentMatcher(value: unknown): value is ContentMatcher {
  return typeof value === 'object' && value !== null && 'claim' in value && 'assertMatches' in value
}

/** The rule of every matcher of contents: failures and answers without text match nothing. */
export function matchesClaim(response: MCPResponse, claim: ContentClaim): boolean {
  return response.success && response.content !== undefined && holdsFor(response.content, claim)
}
