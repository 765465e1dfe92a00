/** Makes a plan of a session, from its own play and those of fresh worlds; or says, call by call, why it cannot be one. */
import { isSameJson } from '../base/index.js'
import { toldValue } from '../call/index.js'
import type { Play, PlayedCall } from './play.js'
import { SEQUENCE_FORMAT, type Sequence, type SequenceStep } from './sequence.js'

export interface SequenceOptions {
  /** Whether a word stands in files of the world as it was before the session. Default: nobody looked. */
  readonly isInWorld?: (word: string) => boolean
}

export type SequenceMaking =
  | { readonly kind: 'appliable'; readonly sequence: Sequence }
  /** What was seen may be chance: one more fresh play is wanted before anything is said. `why`: a sentence. */
  | { readonly kind: 'another-play'; readonly why: string }
  | { readonly kind: 'not-appliable'; readonly reasons: readonly [NotAppliable, ...NotAppliable[]] }

/** Why a session cannot be done for real as it was shown. */
export interface NotAppliable {
  /** Number of the call that it is about; absent where it is about what was left at the end. */
  readonly call?: number
  readonly what: /** No server in its copy answered. */
    | 'unanswered'
    /** The server asked the client for something, and nobody is there to be asked again. */
    | 'asked'
    /** Calls side by side: what they left hangs on chance. */
    | 'raced'
    /** Computed from what the copy made anew. */
    | 'computed'
    /** Differs from play to play, and cannot be followed. */
    | 'differs'
    /** The world is not what it was when the session began. */
    | 'moved'
  /** A sentence. */
  readonly why: string
}

/** `plays`: of fresh worlds, two or more, seconds apart. Pure. */
export function makeSequence(
  session: Play,
  plays: readonly Play[],
  _options: SequenceOptions = {},
): SequenceMaking {
  const reasons = session.calls.flatMap((call) => whyNot(call, plays))
  const [first, ...others] = reasons
  if (first !== undefined) return { kind: 'not-appliable', reasons: [first, ...others] }
  return {
    kind: 'appliable',
    sequence: { format: SEQUENCE_FORMAT, steps: session.calls.flatMap(stepOf), own: {} },
  }
}

function whyNot({ n, end }: PlayedCall, plays: readonly Play[]): readonly NotAppliable[] {
  if (end.kind === 'unanswered')
    return [{ call: n, what: 'unanswered', why: `Call ${n} was not answered: ${end.why}` }]
  const others = plays.map(({ calls }) => calls[n - 1]?.end)
  const isSame = others.every(
    (other) =>
      other?.kind === 'answered' &&
      other.outcome.kind === end.outcome.kind &&
      isSameJson(toldValue(other.outcome), toldValue(end.outcome)),
  )
  return isSame ? [] : [{ call: n, what: 'differs', why: `Call ${n} is answered otherwise in another world` }]
}

function stepOf({
  server,
  tool,
  arguments: args,
  isRead,
  together,
  end,
}: PlayedCall): readonly SequenceStep[] {
  if (end.kind !== 'answered') return []
  return [
    {
      ...{ server, tool },
      ...(args === undefined ? {} : { arguments: args }),
      ...(isRead ? { read: true } : {}),
      ...(together === undefined ? {} : { together }),
      promise: { outcome: end.outcome.kind, value: toldValue(end.outcome) },
    },
  ]
}
