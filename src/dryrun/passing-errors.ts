/** Errors that say of themselves that they pass: asked later, the same call may be answered. */
import { type Answer, outcomeText, SAYS_TOO_MANY, saysStatus } from '../call/index.js'

/**
 * Whether a server that lasts was too busy to answer, once. What it says then is true of that moment alone: a rehearsal goes on with it, and
 * nothing is proved by it. A copy is busy with what the plan itself did, and a stub is the user's word.
 */
export function isPassingError({ outcome, provenance: { source } }: Answer): boolean {
  if (outcome.kind === 'result' || !OF_A_MOMENT.has(source)) return false
  return SAYS_IT_PASSES.some((pattern) => pattern.test(outcomeText(outcome)))
}

const OF_A_MOMENT: ReadonlySet<string> = new Set(['live', 'recording'])

const SAYS_IT_PASSES: readonly RegExp[] = [
  saysStatus('408|425|429|502|503|504'),
  SAYS_TOO_MANY,
  /try again|retry.?after|temporar(?:y|ily)|overloaded|timed? ?out/i,
]
