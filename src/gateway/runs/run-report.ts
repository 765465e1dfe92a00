/** What a real run did: the counterpart of a rehearsal's report. Field names are stable, in the words of the report. */
import type { Finding, JsonObject, JsonValue } from '../../base/index.js'
import type { Outcome, ToolRef } from '../../call/index.js'
import type { Predicted } from '../../execution/index.js'
import type { Deviation } from '../../plan/index.js'
import type { CapabilityAttempt, ConsoleLine, Ended } from '../../sandbox/index.js'

export const RUN_FORMAT = 'understudy.run/1'

export interface RunReport {
  readonly format: typeof RUN_FORMAT
  /** True of what a client of a dry gateway ran in its rehearsal: of that, nothing lasts. */
  readonly dry_run: boolean
  /** Names the run in this gateway's resources. */
  readonly run_id: string
  /** As the caller labelled it. */
  readonly intent?: string
  /** As in the report of a rehearsal: the same for the same plan, parameters and contracts. */
  readonly plan_id: string
  /** `sha256:…`: the receipt that it was bound to. As the two below, absent where it was bound to none. */
  readonly receipt?: string
  /** Why it was stopped: what it was about to do that was not rehearsed. */
  readonly deviation?: Deviation
  /** What was rehearsed as an effect, and was not made; numbers are those of the rehearsal. */
  readonly not_made?: readonly {
    readonly call: number
    readonly tool: ToolRef
    readonly place?: string
  }[]
  /**
   * `never_started`: something was provably wrong in its text, and nothing was touched. Arguments are so only by a strict policy. `refused`: the policy, or a person, said no.
   * `deviated`: it was about to do what its receipt does not have, and was stopped before.
   * `cancelled`: whoever wanted it wanted it no more, and was told no report: it is kept.
   */
  readonly ended: Ended | 'cancelled' | 'deviated'
  /** Why it ended so, when it did not complete. */
  readonly ended_because?: string
  /** What the program returned, null when it did not complete; the state of each task of a workflow, null when it never started. */
  readonly result: JsonValue
  /** What is wrong with the plan, arguments that broke a schema, what the plan threw and why it was stopped. */
  readonly findings: readonly Finding[]
  /** In the order of their first call. */
  readonly tools_called: readonly ToolRef[]
  readonly calls: readonly RunCall[]
  /** Null for a workflow, which is data and needs no sandbox. */
  readonly sandbox: {
    readonly layers: readonly string[]
    readonly capability_attempts: readonly CapabilityAttempt[]
  } | null
  readonly console: readonly ConsoleLine[]
  /**
   * Of a run with a journal: calls that were sent, and of which nobody knows whether they took effect. None of them is sent again by
   * itself: a person, or a read that shows it, says what became of them.
   */
  readonly in_doubt?: readonly CallInDoubt[]
  /** ISO 8601. */
  readonly started_at: string
  readonly duration_ms: number
}

export interface CallInDoubt {
  /** The number of the call. */
  readonly call: number
  readonly tool: ToolRef
  readonly arguments: JsonObject
  readonly line?: number
  readonly column?: number
  /** Why nobody knows: a sentence. */
  readonly why: string
  /** Reads that may show it: proposals. */
  readonly reads: readonly { readonly tool: ToolRef; readonly arguments: JsonObject }[]
}

export interface RunCall {
  readonly n: number
  readonly tool: ToolRef
  readonly arguments: JsonObject | null
  /**
   * `refused`: it never reached the server, by the word of the policy or of a person, or since its tool does not exist or, where the
   * policy is strict, its arguments broke the schema, or since the run was over before it was sent.
   * `failed`: nobody knows whether it did its work: the connection broke, time ran out, or the run was over first.
   */
  readonly outcome: Outcome['kind'] | 'refused' | 'failed'
  /** What the caller got: the value, or the text of the error. */
  readonly value: JsonValue
  readonly line?: number
  readonly column?: number
  /** What the rehearsal said of it: the number of its effect there, how it ended, and how long it takes. Of bound runs alone. */
  readonly predicted?: Predicted
  /** Real milliseconds, waiting for its turn and for approval included. */
  readonly duration_ms: number
}
