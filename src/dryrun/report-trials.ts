/** Of a report: where the calls of the plan stand, and what came out when each of them failed. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { Effect, ToolRef } from '../call/index.js'
import type { Ended } from '../sandbox/index.js'

/** Where the calls of the plan stand, what is lost for good first; of `always` in the order of the text. */
export interface Branches {
  /** How many runs it was seen in: seeds, other values for what was invented, and where these led on. */
  readonly runs: number
  /** Made in every run. */
  readonly always: readonly CallPlace[]
  /** Made in some runs and not in others. */
  readonly hanging: readonly HangingPlace[]
  /** Made in none. */
  readonly never: readonly (CallPlace & { readonly behind?: PlanTest })[]
}

export interface CallPlace {
  readonly tool: ToolRef
  readonly line: number
  readonly column: number
  readonly effect: Effect
}

/** What has to come out in some way before a call is made. */
export interface PlanTest {
  readonly line: number
  readonly text: string
}

export interface HangingPlace extends CallPlace {
  /** `answer`: an invented answer; `clock`; `chance`; `seed`: a whole rehearsal with another seed alone showed it. */
  readonly on: 'answer' | 'clock' | 'chance' | 'clock_or_chance' | 'seed'
  /** Whose answer, by its number. */
  readonly call?: number
  readonly behind?: PlanTest
  /** What was held against something there, in a run that makes the call and in one that does not. */
  readonly values?: { readonly made: JsonValue; readonly not_made: JsonValue }
}

/** One call fails at a time, once; nobody is asked anything for it. */
export interface Faults {
  /** In the order of the calls. */
  readonly trials: readonly FaultTrial[]
  /** Places whose faults were not tried for want of budget, in the order of the plan. */
  readonly left_out: readonly FaultsLeftOut[]
  /** Why none was tried: the end of a sentence. */
  readonly none_because?: string
}

export interface FaultTrial {
  /** The call that failed, by its number in the rehearsal. */
  readonly call: number
  readonly tool: ToolRef
  readonly line?: number
  readonly column?: number
  /** `timeout_before`: no answer, and it took no effect; `timeout_after`: no answer, and it did, as for `empty` and `slow`. */
  readonly fault: 'tool_error' | 'timeout_before' | 'timeout_after' | 'empty' | 'slow'
  /** `survived`: completed with all effects of the rehearsal; `handled`: completed with others; `stopped`: it ended early. */
  readonly end: 'survived' | 'handled' | 'stopped'
  readonly ended: Ended
  readonly ended_because?: string
  /** Where the exception came from that ended it. */
  readonly ended_at?: { readonly line: number; readonly column: number }
  /** The nearest call with nothing around it that catches, where an exception ended the plan. */
  readonly catch_at?: { readonly line: number; readonly column: number }
  /** Some effects of the rehearsal are done and some are not, and nothing was done about it. */
  readonly half_done: boolean
  /** Calls of the rehearsal whose effects are done by the end, and those whose are not: by number. */
  readonly done: readonly number[]
  readonly not_made: readonly number[]
  /** Calls whose effects are done once more, with the place from which. */
  readonly repeated: readonly { readonly call: number; readonly line?: number; readonly column?: number }[]
  /** Effects that the rehearsal did not have. */
  readonly instead: readonly {
    readonly tool: ToolRef
    readonly arguments: JsonObject
    readonly line?: number
    readonly column?: number
  }[]
  /** What it takes for granted, in sentences without a period; three at most. */
  readonly assumes: readonly string[]
}

export interface FaultsLeftOut {
  readonly tool: ToolRef
  readonly line?: number
  readonly column?: number
  readonly calls: number
  readonly faults: number
}
