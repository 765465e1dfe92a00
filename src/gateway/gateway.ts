/** One server in front of others: it can rehearse before it runs. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { Answer, TraceEvent } from '../call/index.js'
import type { Report } from '../dryrun/index.js'
import type { Service } from '../server/index.js'
import type { RunReport } from './runs/run-report.js'
import type { UpstreamHealth } from './upstreams/upstreams.js'

/** Who answers the calls of tools: see docs/guides/gateway.md. */
export type GatewayMode = (typeof GATEWAY_MODES)[number]
export const GATEWAY_MODES = ['live', 'dry', 'pass-through', 'record', 'replay'] as const

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
  /** One call of `SERVER:TOOL`, answered as the mode answers calls. */
  callTool(ref: string, args?: JsonObject, options?: { readonly signal?: AbortSignal }): Promise<Answer>
  health(): readonly UpstreamHealth[]
  close(): Promise<void>
}

interface ExecuteChoice {
  /** A label, for people and traces. */
  readonly intent?: string
  /** What a program sees as `params`. Default `{}`. */
  readonly params?: JsonValue
  readonly signal?: AbortSignal
  readonly onTrace?: (event: TraceEvent) => void
}

export interface RehearseChoice extends ExecuteChoice {
  readonly dry_run: true
  /** Default 1. */
  readonly seed?: number
  /** Rehearse with as many seeds, from `seed` on; default 1, at most 32. */
  readonly runs?: number
  /** Where virtual time starts: ISO 8601 or milliseconds since the epoch. Default: now. */
  readonly now?: string | number
}

export interface RunChoice extends ExecuteChoice {
  readonly dry_run?: false
}
