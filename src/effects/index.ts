export {
  createEffects,
  type EffectCall,
  type EffectClaim,
  type EffectEvidence,
  type EffectSource,
  type Effects,
} from './effects.js'
export {
  type Extent,
  extentsMeet,
  type Footprint,
  type FootprintPatterns,
  footprintOf,
  mayChangeAnswer,
} from './footprint.js'
export { type Reach, shareWorld } from './world.js'
