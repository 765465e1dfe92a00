export type { Effect, EffectClaim, EffectEvidence, Reversible } from './effect.js'
export { parsePolicy } from './parse-policy.js'
export { matchesPattern } from './pattern.js'
export { classify, type Decision, decide, type Policy, type PolicyRule } from './policy.js'
