/** An outcome, and who vouches for it. */
import type { JsonValue } from '../base/index.js'
import type { Outcome } from './outcome.js'

/** Who said it, most trustworthy first where a rehearsal is concerned. */
export type Source =
  | 'live'
  | 'copy'
  | 'stub'
  | 'stand-in'
  | 'preview'
  | 'overlay'
  | 'recording'
  | 'nearest'
  | 'schema'
  | 'learned'
  | 'unknown'

export interface Provenance {
  readonly source: Source
  /** ISO 8601; when the server said it. Only of recordings. */
  readonly recordedAt?: string
  /** True when a recording may be out of date, and was served all the same. */
  readonly stale?: boolean
  /** Why a recording that there is did not answer: it is stale, and this says its age and why. */
  readonly passedOver?: string
  /** Why the real server's answer in a copy of the world did not count, and this was asked for instead. */
  readonly notFromCopy?: string
  /** True when a rehearsal asked a server that lasts, which knows nothing of what the plan did before. */
  readonly isOfNow?: true
  /** Why a server that rehearsals may ask was not asked, or did not answer, and this was asked for instead. */
  readonly notAsked?: string
  /** From the answers to how many different questions the shape of one that nobody gave was learned. Only of `nearest` and `learned`. */
  readonly learnedFrom?: number
  /** A few words on the choice: which stub, why no recording. */
  readonly note?: string
  /** Of an overlay: JSON Pointers into the value of the outcome where something stands that nobody said or wrote. */
  readonly inventedAt?: readonly string[]
  /** Of an overlay, true for the answer to a write: it is what is said of success, and that it succeeds is nothing but likely. */
  readonly isAssumed?: true
  /** What is taken for granted in it, a sentence's end: then it may let a rehearsal pass, and proves nothing wrong. */
  readonly supposes?: string
}

/** How long the real thing took, from recordings; milliseconds. */
export interface Durations {
  readonly p50: number
  readonly p90: number
  readonly samples: number
}

export interface Answer {
  readonly outcome: Outcome
  readonly provenance: Provenance
  /** True when the value is unknown as a whole: no schema, no recording. Its `outcome` then has no content. */
  readonly unknown?: boolean
  /** Of an overlay: other answers that it may be as well, for all that is known. */
  readonly orElse?: readonly Outcome[]
  /** Of an overlay: whether it may be this value, where it may be others than `orElse` names. */
  readonly isPossible?: (value: JsonValue) => boolean
  /** Of an overlay, true where nobody knows its form: what was null may be something by then, and there may be members more. */
  readonly mayGrow?: true
  /** Absent when nothing was ever measured: an unknown duration is never a number. */
  readonly durations?: Durations
  /** Of a server that was asked: how long it took there, in milliseconds. */
  readonly tookMs?: number
  /** Of a server that a rehearsal asked: when that was, in milliseconds since the epoch by the machine's clock. Absent where nobody knows. */
  readonly askedAtMs?: number
  /** What a rehearsal took for granted that the call takes, which counts before all else; milliseconds. */
  readonly predictedMs?: number
  /** Of a server that was asked: how much real time it had been given by then for what the program waited by its own clock. */
  readonly grantedMs?: number
}

/**
 * Virtual milliseconds that pass until the answer is there: as long as recordings say, none where nobody knows. A server that was asked
 * did work, so that some time passes in any case: the same each time, but for one that was so slow that a program may notice.
 */
export function virtualDuration({ durations, provenance, tookMs, predictedMs }: Answer): number {
  if (predictedMs !== undefined) return predictedMs
  const hasWorked = provenance.source === 'copy' || tookMs !== undefined
  if (durations !== undefined || !hasWorked) return durations?.p50 ?? 0
  return tookMs === undefined || tookMs < SLOW_MS ? COPIED_MS : Math.round(tookMs)
}

const COPIED_MS = 20
const SLOW_MS = 1_000

/**
 * True when no server ever said it, nor did the user, nor did the program write it, or a part of it: from a schema, a learned shape, a
 * nearest recording, or unknown; and what an overlay says of a write.
 */
export function isInvented({ source, inventedAt = [], isAssumed }: Provenance): boolean {
  return INVENTED.has(source) || isAssumed === true || inventedAt.length > 0
}

/** True when the real call may say something else: what was invented, and what a dry run of the tool's own said. */
export function isGuess(provenance: Provenance): boolean {
  return isInvented(provenance) || provenance.source === 'preview'
}

const INVENTED: ReadonlySet<Source> = new Set(['nearest', 'schema', 'learned', 'unknown'])
