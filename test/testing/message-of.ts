/** The message of a matcher that failed, ready for a snapshot. */
import type { MatcherResult } from '../../src/testing/index.js'

/** @throws Error where the matcher passed, or waits */
export function messageOf(result: MatcherResult | Promise<MatcherResult>): string {
  if (result instanceof Promise || result.pass) throw new Error('The assertion should have failed at once')
  return `\n${result.message()}\n`
}
