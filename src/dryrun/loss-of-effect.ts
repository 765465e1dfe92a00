/** Which effects are looked at first where not all can be: what is lost for good. */
import type { Effect } from '../call/index.js'

/** The lower, the sooner. */
export function lossOf(effect: Effect): number {
  return BY_LOSS.indexOf(effect)
}

const BY_LOSS: readonly Effect[] = ['destructive', 'external', 'write', 'unknown', 'read']
