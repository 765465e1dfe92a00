import { type Effect, isWorseEffect } from '../../call/index.js'

/** Of the parts of a statement: where one is not known, it may do anything; else the worst of them. None is no statement. */
export function worstEffect(parts: readonly Effect[]): Effect {
  if (parts.length === 0 || parts.includes('unknown')) return 'unknown'
  return parts.reduce((worst, each) => (isWorseEffect(each, worst) ? each : worst), 'read')
}
