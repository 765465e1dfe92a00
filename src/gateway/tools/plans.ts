/** Who rehearses and runs plans for the gateway's own tools, and for the library. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import type { TraceEvent } from '../../call/index.js'
import type { FileEffect, Report } from '../../dryrun/index.js'
import type { RunSummary, ShownRun } from '../../journal/index.js'
import type { Receipt } from '../../plan/index.js'
import type { NotAppliable } from '../../sequence/index.js'
import type { RehearsalReport } from '../client-rehearsals/rehearsal-report.js'
import type { StoppedRun } from '../journal/stopped-run.js'
import type { Requester } from '../requester.js'
import type { RunReport } from '../runs/run-report.js'

/** The text of a plan; the ending of its name decides how it is read. */
export interface Plan {
  readonly text: string
  readonly fileName: string
}

export interface PlanChoice {
  /** A label, for people and traces. */
  readonly intent?: string
  /** Names the plan in messages; its ending decides how it is read. Default: after what it is. */
  readonly fileName?: string
  /** What a program sees as `params`. Default `{}`. */
  readonly params?: JsonValue
  readonly signal?: AbortSignal
  readonly onTrace?: (event: TraceEvent) => void
  /** Told the name of a run that is in the journal, before anything of it happens. Must not throw. */
  readonly onListed?: ((id: string) => void) | undefined
}

export interface RehearsalChoice extends PlanChoice {
  /** Default 1. */
  readonly seed?: number
  /** Rehearse with as many seeds, from `seed` on; default 1, at most 32. */
  readonly runs?: number
  /** Let each call fail in turn, and report what that leaves half done. Default false. */
  readonly faults?: boolean
  /** Where virtual time starts: ISO 8601 or milliseconds since the epoch. Default: now. */
  readonly now?: string | number
  /** Given the receipt, unless the verdict is `fail`. */
  readonly onReceipt?: (receipt: Receipt) => void
  /** Whether recordings that may be out of date answer, which the verdict never rests on; default true. */
  readonly stale?: boolean
}

export interface ResumeChoice extends Pick<PlanChoice, 'signal' | 'onTrace'> {
  readonly ofAnybody?: boolean | undefined
}

/** A client's own runs: nobody sees what is another's. */
export interface RunsOf {
  list(by: Requester): Promise<readonly RunSummary[]>
  /** @throws UsageError RUN_UNKNOWN */
  show(id: string, by: Requester): Promise<ShownRun>
  resume(id: string, by: Requester): Promise<Performed<RunReport> | StoppedRun>
  /** A person is asked: no client says yes by itself. False when the answer is no, or nobody can be asked; `why` is a sentence. */
  approve(
    id: string,
    by: Requester,
  ): Promise<{ readonly approved: boolean; readonly why?: string | undefined }>
  abandon(id: string, by: Requester): Promise<boolean>
}

/** A report, and where all of it can be read again. */
export interface Performed<R> {
  readonly report: R
  readonly resource: string
}

/** A receipt of this gateway by its id, which knows the plan, too; or one from a file, with its plan. */
export type BoundPlan = { readonly id: string } | { readonly receipt: Receipt; readonly plan: Plan }

export interface BoundChoice extends Omit<PlanChoice, 'fileName'> {
  /** Whether the plan has the clock and chance of its rehearsal. Default true. */
  readonly asRehearsed?: boolean
  /** It was approved already, by whoever runs it. Default: whoever the policy wants is asked, once. */
  readonly isApproved?: boolean
}

/** May be asked any number of times at once. All reject as `Gateway.executeCode` does. */
export interface Plans {
  rehearse(plan: Plan, choice: RehearsalChoice, by: Requester): Promise<Performed<Report>>
  /** In the rehearsal of the client that goes on, of which nothing lasts. Absent where clients have none. @throws UsageError MODE_REFUSES */
  readonly inRehearsal?: (plan: Plan, choice: PlanChoice, by: Requester) => Promise<RunReport>
  /** Ends the rehearsal of the client. Undefined where none goes on. Absent where clients have none. */
  readonly finish?: (by: Requester, signal: AbortSignal) => Promise<FinishedRehearsal | undefined>
  /**
   * A rehearsal of the journal, for a person: whoever may read the journal sees it. Where nobody has looked so far whether it can be
   * applied, its calls are made again in fresh worlds. Absent as `finish` is. @throws UsageError RUN_UNKNOWN
   */
  readonly showRehearsal?: (id: string, by: Requester, signal: AbortSignal) => Promise<RehearsalReport>
  /** Absent where the mode has no real runs. */
  readonly run?: (plan: Plan, choice: PlanChoice, by: Requester) => Promise<Performed<RunReport>>
  /** By a receipt, once. Absent as `run` is. @throws UsageError RECEIPT_REFUSED */
  readonly runBound?: (bound: BoundPlan, choice: BoundChoice, by: Requester) => Promise<Performed<RunReport>>
  /** What a client does with its runs in the journal. Absent where there is none. */
  readonly runs?: RunsOf
  /** Goes on with a run of the journal. Absent where there is no journal. `ofAnybody`: not of this requester alone. */
  readonly resume?: (
    id: string,
    choice: ResumeChoice,
    by: Requester,
  ) => Promise<Performed<RunReport> | StoppedRun>
}

/** What an agent hears of its rehearsal: counts and paths. */
export interface FinishedRehearsal {
  readonly id: string
  /** That reached a server. */
  readonly calls: number
  /** That the rules refused before. */
  readonly refused: number
  /** What became of each file in the end. */
  readonly files: readonly Pick<FileEffect, 'path' | 'change' | 'from'>[]
  /** A person may apply it. */
  readonly isAppliable: boolean
  /** Why not: what it is, and the number of the call. What stands in the answers is for the person. */
  readonly reasons: readonly { readonly what: NotAppliable['what']; readonly call?: number }[]
  /** Calls that moved no file and may have changed something. */
  readonly noWayBack: number
  /** How it went, where the person at the client was asked whether to apply it: a sentence. */
  readonly applied?: string
}

export function programPlan(code: string): Plan {
  return { text: code, fileName: 'program.ts' }
}

/** As data, or as text in JSON or YAML. */
export function workflowPlan(workflow: string | JsonObject): Plan {
  if (typeof workflow !== 'string')
    return { text: JSON.stringify(workflow, null, 2), fileName: 'workflow.json' }
  return {
    text: workflow,
    fileName: workflow.trimStart().startsWith('{') ? 'workflow.json' : 'workflow.yaml',
  }
}
