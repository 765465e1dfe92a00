export {
  makeSequence,
  type NotAppliable,
  type SequenceMaking,
  type SequenceOptions,
} from './make-sequence.js'
export type { Play, PlayedCall, PlayedChange, PlayedEnd, PlayedState } from './play.js'
export { type CallAgain, type PlayedAgain, type ReplayOptions, replaySession } from './replay-session.js'
export {
  type OwnValue,
  type Promised,
  SEQUENCE_FORMAT,
  type Sequence,
  type SequenceStep,
  type Template,
  type WorldFact,
} from './sequence.js'
