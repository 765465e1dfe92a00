export { claimByHints, contradictionIn } from './annotations.js'
export {
  createEffects,
  type EffectCall,
  type EffectClaim,
  type EffectEvidence,
  type EffectSource,
  type Effects,
} from './effects.js'
export { claimOfTool, effectsOfTools, statedSource, type UsersWord } from './effects-of-tools.js'
export {
  type Extent,
  extentsMeet,
  type Footprint,
  type FootprintPatterns,
  footprintOf,
  mayChangeAnswer,
} from './footprint.js'
export { footprintSource, type StatedFootprint } from './footprint-source.js'
export type { ObservedEffects } from './observed.js'
export { policyLine, policyLines, policyRule } from './policy-lines.js'
export { resourcePatternProblem } from './resource-pattern.js'
export { loadSqlReader } from './statements/sql-reader.js'
export {
  STATEMENT_LANGUAGES,
  type StatementLanguage,
  type StatementPlace,
  type StatementReader,
  type StatementReaders,
} from './statements/statement.js'
export { type Reach, shareWorld } from './world.js'
