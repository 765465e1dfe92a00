export type { Effect, EffectClaim, EffectEvidence } from './effect.js'
