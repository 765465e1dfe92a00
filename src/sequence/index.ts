/**
 * `make-sequence.ts` makes a plan of what a session called and its plays, `follow-sequence.ts` holds a play against it;
 * `own-values.ts` and `own-map.ts` know ids, hashes and times that differ in each world, `races.ts` and `computed.ts` say what
 * cannot be done again.
 */
export { asWorkflow } from './as-workflow.js'
export { compareStates } from './end-state.js'
export {
  type FollowedSequence,
  followSequence,
  type ReadyArguments,
  type Renamed,
} from './follow-sequence.js'
export { indexText } from './git-files.js'
export {
  makeSequence,
  type SequenceMaking,
  type SequenceOptions,
} from './make-sequence.js'
export { namedPaths } from './named-paths.js'
export type { NotAppliable } from './not-appliable.js'
export { inOrderSeen } from './order-seen.js'
export { createOwnMap, type OwnMap } from './own-map.js'
export type { Play, PlayedCall, PlayedChange, PlayedEnd, PlayedState } from './play.js'
export { groupsOf } from './races.js'
export {
  isSequenceText,
  readSequence,
  type SequenceReading,
  type StepSite,
  stepOf,
  writeSequence,
} from './read-sequence.js'
export { type CallAgain, type PlayedAgain, type ReplayOptions, replaySession } from './replay-session.js'
export type {
  OwnValue,
  Promised,
  Sequence,
  SequenceStep,
  Template,
  WorldFact,
} from './sequence.js'
export { type Reference, resolveTemplate, textAt, Unresolved } from './template.js'
export { type SplitText, splitText } from './words.js'
export { worldFactsOf } from './world-facts.js'
