/** One server in front of others: it can rehearse before it runs. */
import type { JsonObject } from '../base/index.js'
import type { Answer } from '../call/index.js'
import type { Report } from '../dryrun/index.js'
import type { Service } from '../server/index.js'
import type { GatewayMode } from './choices/index.js'
import type { RehearsalReport } from './client-rehearsals/rehearsal-report.js'
import type { StoppedRun } from './journal/stopped-run.js'
import type { RunReport } from './runs/run-report.js'
import type { BoundChoice, BoundPlan, PlanChoice, RehearsalChoice, ResumeChoice } from './tools/plans.js'
import type { UpstreamHealth } from './upstreams/upstreams.js'

/**
 * All methods may be called concurrently, until `close`, which ends what is under way and every server.
 * What is wrong with a plan is in the report, never thrown.
 */
export interface Gateway extends AsyncDisposable {
  readonly mode: GatewayMode
  /** What clients of the gateway are served: `serveStdio(gateway.service, …)`. */
  readonly service: Service
  /**
   * @throws UsageError MODE_REFUSES for a real run where the mode has none, and for options that it cannot honour; SandboxError;
   *   StoreError; the signal's reason when aborted
   */
  executeCode(program: string, options: RehearseChoice): Promise<Report>
  executeCode(program: string, options?: RunChoice): Promise<RunReport>
  /** As `executeCode`; the workflow as data, or as the text of a file in JSON or YAML. */
  executeDag(workflow: string | JsonObject, options: RehearseChoice): Promise<Report>
  executeDag(workflow: string | JsonObject, options?: RunChoice): Promise<RunReport>
  /**
   * Goes on with a run of the journal: what was done is answered from there, and nothing is sent twice. Of a run that waits for a person, or
   * for a word on a call in doubt, it tells that, and does nothing.
   * @throws UsageError RUN_UNKNOWN; MODE_REFUSES where there is no journal
   */
  resumeRun(id: string, options?: ResumeChoice): Promise<RunReport | StoppedRun>
  /**
   * Runs a plan as it was rehearsed, once, and nothing that its receipt does not have: by the id of a receipt of this gateway, which
   * knows the plan, or by a receipt from elsewhere with its plan.
   * @throws UsageError RECEIPT_REFUSED when it does not hold, nothing was called then; and as `executeCode`
   */
  run(bound: string | BoundPlan, options?: BoundChoice): Promise<RunReport>
  /**
   * What a client did in a rehearsal of the journal, for the person who decides on it. Where nobody has looked so far whether it can be
   * applied, its calls are made again in fresh copies, which takes seconds.
   * @throws UsageError RUN_UNKNOWN; MODE_REFUSES where clients have no rehearsals
   */
  showRehearsal(id: string, options?: { readonly signal?: AbortSignal }): Promise<RehearsalReport>
  /** One call of `SERVER:TOOL`, answered as the mode answers calls. */
  callTool(ref: string, args?: JsonObject, options?: { readonly signal?: AbortSignal }): Promise<Answer>
  health(): readonly UpstreamHealth[]
  close(): Promise<void>
}

export interface RehearseChoice extends RehearsalChoice {
  readonly dry_run: true
}

export interface RunChoice extends PlanChoice {
  readonly dry_run?: false
}
