/** Runs of one plan with different values for what was invented, and what each of them did. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import type { ToolRef } from '../../call/index.js'
import type { Ended, Watched } from '../../sandbox/index.js'

/**
 * A call by its place in the plan and how many calls came from there before it. Numbers would not do: one call more or fewer numbers
 * all that follow anew.
 */
export type CallName = string

/** What an invented answer is in a run: a value, nothing known, or an error. */
export type Reply =
  | {
      readonly kind: 'value'
      readonly value: JsonValue
      /** Which of the answers that an overlay names beside its own. */
      readonly orElse?: number
    }
  | { readonly kind: 'unknown' }
  /** In other words where it is one of the protocol: nobody knows what a server says when a call fails. */
  | { readonly kind: 'failure'; readonly of: 'tool' | 'protocol' }

/** What the invented answers are in a run; what is not in it is as it was in the rehearsal. */
export type Assignment = ReadonlyMap<CallName, Reply>

/** What is varied beside answers: the time at which it starts, how long each call takes, and chance. */
export interface VariedWorld {
  readonly shiftMs?: number
  readonly callMs?: number
  /** Which of several calls side by side is over first: the one that began first, or last. */
  readonly order?: 'first' | 'last'
  readonly seed?: number
}

export interface Trace {
  /** In the order in which they were made. */
  readonly calls: readonly TracedCall[]
  readonly ended: Ended
  /** What was thrown, and where; of a text only its kind, since it may quote a value that nobody said. */
  readonly error?: string | undefined
  readonly result: JsonValue
  readonly resultUnknownAt: readonly string[]
  readonly watched?: Watched | undefined
  /** Calls whose arguments break the schema of their tool. */
  readonly refused: readonly CallName[]
}

export interface TracedCall {
  readonly name: CallName
  readonly tool: ToolRef
  readonly arguments: JsonObject
  readonly unknownAt: readonly string[]
  readonly line?: number | undefined
}

export interface Played {
  readonly assignment: Assignment
  readonly world: VariedWorld
  readonly trace: Trace
}

/**
 * Plays the plan once more. `isFree`: calls that the rehearsal did not make are answered, too, by whatever their schema says. `isAside`:
 * nothing is settled by it, so that answers which it borrows need not be varied.
 */
export type Play = (
  assignment: Assignment,
  options?: { readonly world?: VariedWorld; readonly isFree?: boolean; readonly isAside?: boolean },
) => Promise<Played>
