/** What a test claims about a text, as data. */
import { assertNever, UsageError } from '../../base/index.js'
import { containsText } from './contains-text.js'
import { shownLine, shownValue } from './shown-text.js'

export interface TextClaim {
  readonly kind: 'text'
  readonly text: string
  readonly caseSensitive: boolean
}

export type ContentClaim =
  | TextClaim
  | { readonly kind: 'expression'; readonly expression: RegExp }
  | { readonly kind: 'all' | 'any'; readonly claims: readonly ContentClaim[] }
  | { readonly kind: 'not'; readonly claim: ContentClaim }

/** Engines cannot compile texts much longer than this for a search that ignores case. */
const MAX_PATTERN = 10_000

/**
 * The claim that a text has all the patterns. Expressions keep their own flags, whatever `caseSensitive` says.
 * @throws UsageError USAGE for no patterns and for empty ones, which every text would have; for what is neither a string nor an
 *   expression
 */
export function parsePatterns(
  patterns: readonly (string | RegExp)[],
  caseSensitive: boolean,
  user: string,
): ContentClaim {
  if (patterns.length === 0) throw provesNothing(user, 'no pattern')
  return { kind: 'all', claims: patterns.map((pattern) => parsePattern(pattern, caseSensitive, user)) }
}

/** True when the text is as claimed. Expressions are not changed by it: neither `g` nor `y` remembers where it stopped. */
export function holdsFor(text: string, claim: ContentClaim): boolean {
  switch (claim.kind) {
    case 'text':
      return containsText(text, claim.text, claim.caseSensitive)
    case 'expression':
      return new RegExp(claim.expression).test(text)
    case 'all':
      return claim.claims.every((each) => holdsFor(text, each))
    case 'any':
      return claim.claims.some((each) => holdsFor(text, each))
    case 'not':
      return !holdsFor(text, claim.claim)
    default:
      return assertNever(claim)
  }
}

/** The parts of a claim that keep it from holding, simplest ones first split out of "all of these". Empty when it holds. */
export function unmetClaims(text: string, claim: ContentClaim): ContentClaim[] {
  if (holdsFor(text, claim)) return []
  return claim.kind === 'all' ? claim.claims.flatMap((each) => unmetClaims(text, each)) : [claim]
}

/** `"a" and /b/`: printable, as it stands after "contain". */
export function describeClaim(claim: ContentClaim): string {
  switch (claim.kind) {
    case 'text':
      return `${shownValue(claim.text, 60)}${claim.caseSensitive ? ' in just this case' : ''}`
    case 'expression':
      return shownLine(String(claim.expression), 60)
    case 'all':
      return joined(claim.claims, ' and ')
    case 'any':
      return joined(claim.claims, ' or ')
    case 'not':
      return `not ${inner(claim.claim)}`
    default:
      return assertNever(claim)
  }
}

/** True for a claim about what is not there, which an answer that says nothing also fulfils. */
export function isNegative(claim: ContentClaim): boolean {
  if (claim.kind === 'not') return !isNegative(claim.claim)
  if (claim.kind === 'all') return claim.claims.every(isNegative)
  return claim.kind === 'any' && claim.claims.some(isNegative)
}

function parsePattern(pattern: unknown, caseSensitive: boolean, user: string): ContentClaim {
  if (pattern instanceof RegExp) {
    // `new RegExp('')` prints and matches as this.
    if (pattern.source === '(?:)') throw provesNothing(user, 'an empty expression')
    return { kind: 'expression', expression: pattern }
  }
  if (typeof pattern !== 'string')
    throw new UsageError(
      'USAGE',
      `Cannot use ${user} with ${shownValue(pattern, 40)}: a pattern is a string or a regular expression`,
    )
  if (pattern === '') throw provesNothing(user, 'an empty text')
  if (!caseSensitive && pattern.length > MAX_PATTERN)
    throw new UsageError(
      'USAGE',
      `Cannot use ${user} with a text of ${pattern.length} characters: the limit is ${MAX_PATTERN} where case is ignored`,
      { hint: 'Use contentMatcher with caseSensitive: true' },
    )
  return { kind: 'text', text: pattern, caseSensitive }
}

function provesNothing(user: string, what: string): UsageError {
  return new UsageError(
    'USAGE',
    `Cannot use ${user} with ${what}: every answer would match, so it proves nothing`,
  )
}

function joined(claims: readonly ContentClaim[], word: string): string {
  return claims.map((claim) => (claims.length === 1 ? describeClaim(claim) : inner(claim))).join(word)
}

/** In parentheses where it is a compound itself. */
function inner(claim: ContentClaim): string {
  const isCompound = (claim.kind === 'all' || claim.kind === 'any') && claim.claims.length > 1
  return isCompound ? `(${describeClaim(claim)})` : describeClaim(claim)
}

/** Goes on after what an error is expected to be. */
export function withClaim(claim: ContentClaim | undefined): string {
  return claim === undefined ? '' : ` with ${describeClaim(claim)}`
}
