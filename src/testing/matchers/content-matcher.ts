/** A claim about the text of answers that tests give a name, compose and use many times. */
import { AssertionError } from 'node:assert'
import type { MCPResponse } from '../client/mcp-response.js'
import { type ContentClaim, holdsFor, parsePatterns } from './content-claim.js'
import { contentMismatch } from './content-mismatch.js'
import { readResponse } from './received.js'

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

/** True for what `contentMatcher` made. */
export function isContentMatcher(value: unknown): value is ContentMatcher {
  return typeof value === 'object' && value !== null && 'claim' in value && 'assertMatches' in value
}

/** The rule of every matcher of contents: failures and answers without text match nothing. */
export function matchesClaim(response: MCPResponse, claim: ContentClaim): boolean {
  return response.success && response.content !== undefined && holdsFor(response.content, claim)
}
