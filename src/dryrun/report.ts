/**
 * The report of a rehearsal: one shape for the command line, the library and every format.
 * Field names are the documented, stable ones of `schemas/report.schema.json`; what cannot be known is null or absent.
 */

import type { Finding, JsonObject, JsonValue } from '../base/index.js'
import type { Durations, Effect, Outcome, Source, ToolRef } from '../call/index.js'
import type { EffectEvidence } from '../effects/index.js'
import type { ArgumentError, MissingTool } from '../plan/index.js'
import type { CapabilityAttempt, ConsoleLine, Ended } from '../sandbox/index.js'
import type { Copies, FileEffects } from './report-files.js'
import type { Branches, Faults } from './report-trials.js'

export type { Copies, FileEffect, FileEffects, ReportedFile } from './report-files.js'
export type {
  Branches,
  CallPlace,
  Faults,
  FaultsLeftOut,
  FaultTrial,
  HangingPlace,
  PlanTest,
} from './report-trials.js'

export const REPORT_FORMAT = 'understudy.report/1'

export interface Report {
  readonly format: typeof REPORT_FORMAT
  readonly dry_run: true
  readonly verdict: Verdict
  /** What the verdict takes for granted, in the order of the calls: above all that calls with an effect succeed. Absent when nothing was invented. */
  readonly assumptions?: readonly Assumption[]
  readonly ended: Ended
  /** Why it ended so, when it did not complete. */
  readonly ended_because?: string
  /** Digest of the plan: its text, its parameters and the contracts of the tools it calls. */
  readonly plan_id: string
  readonly validation: Validation
  /** What the program returned, or the state of each task of a workflow. */
  readonly simulated_result: JsonValue
  /** JSON Pointers into the result where an unknown value stands (as null). */
  readonly result_unknown_at: readonly string[]
  /** In the order of their first call. */
  readonly tools_called: readonly ToolRef[]
  readonly calls: readonly ReportedCall[]
  /** In the order of the file; absent for a program. */
  readonly tasks?: readonly ReportedTask[]
  /** Calls that stand in the program but were not reached. */
  readonly unreached_calls: readonly UnreachedCall[]
  readonly side_effects: readonly SideEffect[]
  /** True when every side effect can be undone (or there is none), false when one cannot, null when nobody knows. */
  readonly reversible: boolean | null
  /** Milliseconds; null without recordings. */
  readonly estimated_duration_ms: number | null
  readonly estimate: Estimate | null
  readonly approvals_needed: readonly Approval[]
  /** Present when it was rehearsed with several seeds; all else but the verdict is of the first. */
  readonly runs?: SeedRuns
  /** Null for a workflow, which is data and needs no sandbox. */
  readonly sandbox: {
    readonly layers: readonly string[]
    readonly capability_attempts: readonly CapabilityAttempt[]
  } | null
  /** What the calls changed in the copy of the world. As the two below, absent where no server was copied. */
  readonly effects?: FileEffects
  readonly copies?: Copies
  /** How other values were tried out in place of what was invented. Absent when nothing was, or none were. */
  readonly exploration?: Exploration
  /** Which calls are made in any case. Of a rehearsal with several seeds alone. */
  readonly branches?: Branches
  /** What happens when calls fail. Absent where nobody asked. */
  readonly faults?: Faults
  /** What differs from run to run, and so stands apart: milliseconds. */
  readonly timing?: { readonly copies_ms?: number; readonly exploration_ms?: number }
  /** Servers that were started or asked, before the first line ran or by its calls. */
  readonly contacted: readonly Contact[]
  readonly console: readonly ConsoleLine[]
  /** `sha256:…`: the id of its receipt; absent where none was asked for, or the verdict is `fail`. */
  readonly receipt?: string
  /** What of a run by that receipt cannot be taken back by former bytes. There where the receipt is. */
  readonly undo?: WaysBackTold
  readonly seed: number
  /** ISO 8601: where virtual time started. */
  readonly now: string
}

export interface WaysBackTold {
  /** How many there are in the receipt. */
  readonly effects: number
  /** Those that have no way back; `why`: the end of a sentence. */
  readonly without: readonly { readonly call: number; readonly tool: ToolRef; readonly why: string }[]
}

/** `fail`: something is provably wrong. `pass`: nothing is wrong, nothing hung on an invented value or on the machine. `uncertain`: all else. */
export type Verdict = 'pass' | 'fail' | 'uncertain'

export interface Assumption {
  readonly call: number
  readonly tool: ToolRef
  readonly line?: number
  /** Where the answer's shape is taken for granted, too: from the answers to how many different questions it was learned. */
  readonly learned_from?: number
  /** `mail:send succeeds` */
  readonly text: string
}

export interface Exploration {
  /** How many runs with other values were played. */
  readonly variants: number
  /** True when every value was used and every condition that moved came out both ways. */
  readonly settled: boolean
  /** Conditions that moved with the variants and always came out the same. */
  readonly open_conditions: readonly { readonly line: number; readonly text: string }[]
  /** Why it is not settled: the end of a sentence. */
  readonly unsettled_because?: string
}

/** What an invented value decides: seen in two runs that differ in it alone. */
export interface DecidedPlace {
  readonly what: 'branch' | 'argument' | 'result'
  readonly line?: number
  /** The condition, as it stands in the plan. */
  readonly text?: string
  /** As it was in the rehearsal, and in the other run. */
  readonly values: readonly JsonValue[]
}

export interface Validation {
  readonly syntax_valid: boolean
  readonly type_errors: readonly ArgumentError[]
  readonly missing_tools: readonly MissingTool[]
  /** Calls answered by a recording of these very arguments. */
  readonly cache_hits: number
  /** Calls answered from a schema, a learned shape, a nearest recording or the unknown. */
  readonly cache_misses: number
  /** One for each call that no recording, stub or state answered. */
  readonly warnings: readonly string[]
  readonly findings: readonly Finding[]
}

export interface ReportedCall {
  readonly n: number
  readonly tool: ToolRef
  readonly arguments: JsonObject | null
  /** JSON Pointers into the arguments where an unknown value stands (as null). */
  readonly unknown_at: readonly string[]
  readonly outcome: Outcome['kind']
  /** What the caller got: the value, or the text of the error. Null when it is unknown. */
  readonly value: JsonValue
  readonly source: Source
  /** ISO 8601; of a recording. */
  readonly recorded_at?: string
  /** Of `nearest` and `learned`: from the answers to how many different questions the shape of this one was learned. */
  readonly learned_from?: number
  readonly stale: boolean
  /** True when no server ever said this. */
  readonly invented: boolean
  /** Why an answer that was given once may be another one for real: the verdict does not rest on it. Absent where nothing speaks against it. */
  readonly doubt?: string
  /** Why the server's answer in a copy did not count, and another one was asked for. */
  readonly not_from_copy?: string
  /** Why a server that rehearsals may ask gave no answer, and another one was asked for. */
  readonly not_asked?: string
  /** JSON Pointers into `value`: what another copy answers differently. Known of several rehearsals (`runs`) alone. */
  readonly volatile?: readonly string[]
  /** Numbers of the answers, invented or in doubt, that the program had received before it made this call. */
  readonly depends_on_invented: readonly number[]
  /** What an invented answer was seen to do: nothing, to be handed on as it is, or to decide something. Absent where nothing was tried out. */
  readonly influence?: 'none' | 'passed_on' | 'decides'
  readonly decides?: readonly DecidedPlace[]
  /** Where parts of the arguments (JSON Pointers) come from: what another call answers there. */
  readonly arguments_from?: Readonly<Record<string, { readonly call: number; readonly pointer: string }>>
  readonly line?: number
  readonly column?: number
  /** How long it really took, from recordings; absent when none was recorded. */
  readonly duration_ms?: Durations
}

/** A task of a workflow, and what it waits for. */
export interface ReportedTask {
  readonly id: string
  readonly tool: ToolRef
  /** Ids of the tasks that it waits for, written there or implied by a reference. */
  readonly depends_on: readonly string[]
  readonly state: 'done' | 'failed' | 'skipped'
  /** The number of its call; absent when none was made. */
  readonly call?: number
  readonly line: number
  readonly column: number
}

export interface UnreachedCall {
  readonly tool: ToolRef
  readonly line: number
  readonly column: number
  readonly effect: Effect
}

export interface SideEffect {
  readonly call: number
  readonly tool: ToolRef
  readonly effect: Exclude<Effect, 'read'>
  /** What it is done to, as far as the arguments tell; null when they do not. */
  readonly resource: string | null
  readonly reversible: 'yes' | 'no' | 'unknown'
  readonly evidence: EffectEvidence
  /** True when the effect is the user's word and the call owes nothing to an invented value. */
  readonly certain: boolean
  readonly text: string
}

/** Milliseconds along the longest path of calls that waited for each other. */
export interface Estimate {
  readonly p50: number
  readonly p90: number
  readonly samples: number
  /** Calls of which no duration is known; they count as nothing. */
  readonly unknown_calls: number
}

export interface Approval {
  readonly call: number
  readonly tool: ToolRef
  readonly why: string
}

/** A call is told as `SERVER:TOOL (line L, column C)`. */
export interface SeedRuns {
  /** How many seeds, from the report's own on. */
  readonly seeds: number
  readonly verdicts: readonly { readonly seed: number; readonly verdict: Verdict }[]
  /** Places of the plan from which every seed made as many calls, after answers that were given, or really tried out. */
  readonly stable_calls: readonly string[]
  /** Places from which some seeds made more calls than others: whether they are called, or how often, hangs on chance or on an invented value. */
  readonly branch_dependent_calls: readonly string[]
  /**
   * Places from which every seed made as many calls, but after an invented answer that these seeds did not try out: it is unknown,
   * or the same in all of them somewhere where it could be another one. Absent when there are none.
   */
  readonly undetermined_calls?: readonly string[]
}

export interface Contact {
  readonly server: string
  /** Asked for its tools; asked for real, to read or for a dry run of its own; or another server stood in for it, and was started. */
  readonly for: 'tools/list' | 'live' | 'preview' | 'stand-in'
  /** How many calls of which tools; absent where it was only asked for its tools. */
  readonly calls?: number
  readonly tools?: readonly string[]
  /** Present where it was started in a copy of the world, which the rehearsal goes on with. */
  readonly in?: 'copy'
}
