/** What a gateway is made of. */
import { type Clock, didYouMean, type Environment, nearestNames, UsageError } from '../base/index.js'
import type { Stub, TraceEvent } from '../call/index.js'
import type { ServerEntry } from '../config/index.js'
import type { RunJournal } from '../journal/index.js'
import type { Policy } from '../policy/index.js'
import type { EraChoice } from '../protocol/index.js'
import type { RecordingStore } from '../recording/index.js'
import type { ContractLock } from '../registry/index.js'
import type { Budgets, Sandbox } from '../sandbox/index.js'
import type { ServiceRequest } from '../server/index.js'
import type { Approve } from './approvals/approve.js'
import {
  COPY_CHOICES,
  type CopyChoice,
  GATEWAY_MODES,
  type GatewayMode,
  LISTINGS,
  type Listing,
  TOOL_NAMES,
  type ToolNames,
} from './choices/index.js'
import type { RehearsalLimits } from './client-rehearsals/limits.js'
import type { ApprovePlan } from './receipts/approve-plan.js'
import type { RunArchive } from './runs/run-archive.js'
import type { TracedExecution } from './traced-execution.js'
import type { GatewayTracer } from './tracing/tracer.js'
import type { UpstreamLimits } from './upstreams/options.js'

/** What a file of servers holds. */
export type ServersDocument = { readonly mcpServers: object } | { readonly servers: object }

export interface GatewayOptions {
  /**
   * The path of a file that has `mcpServers` or `servers`, what such a file holds, or entries of one. Only a gateway that replays can
   * do without: it then has the servers that were recorded.
   */
  readonly config?: string | ServersDocument | readonly ServerEntry[]
  /** Of the config, these servers alone. Default: all of them. */
  readonly only?: readonly string[]
  /** Values of the config's inputs, by their ids. Default: what `UNDERSTUDY_INPUT_ID` says in `env`, else their own defaults. */
  readonly inputs?: Readonly<Record<string, string>>
  /** Default `live`. */
  readonly mode?: GatewayMode
  /** Where recordings are: a path, a `postgres://` URL, or a store, which stays open. Modes that record need one, and make its file. */
  readonly store?: string | URL | RecordingStore
  /** A path, or a policy. Without one every call is allowed. */
  readonly policy?: string | Policy
  /** Asked where the policy wants a person to approve a call. Default: the client is asked, where it can be. */
  readonly approve?: Approve
  /** Milliseconds until a question that nobody has answered counts as refused; default 300,000, Infinity for as long as the call lives. */
  readonly approvalTimeoutMs?: number
  /** A path, or a lock: servers that are as they were locked are not started to be asked for their tools. */
  readonly lock?: string | ContractLock
  /** A path, or stubs: rehearsals answer by them first. */
  readonly stubs?: string | readonly Stub[]
  /** The path of what the project says about its recordings and its servers. */
  readonly settings?: string
  /**
   * Whether the settings count in full: what in them starts, contacts or loosens something does not in a file that nobody chose. A
   * function is asked with the text of the file, as it was read. Default true.
   */
  readonly trustsSettings?: boolean | ((text: string) => Promise<boolean>)
  /**
   * Whether rehearsals have the servers in a throwaway copy of this machine, where they answer for real and nothing lasts. Default
   * `auto`: where that can be done. With `always` a rehearsal is refused where a server cannot be copied.
   */
  readonly copy?: CopyChoice
  /**
   * How many copies stand ready, each with all servers, so that no rehearsal waits for them to start. Default 1; 0: each rehearsal
   * starts its own.
   */
  readonly spareCopies?: number
  /**
   * In the mode `dry`: how long the rehearsals of clients last; what it leaves open the settings say. False: there are none, each call is
   * answered by itself.
   */
  readonly rehearsals?: RehearsalLimits | false
  /**
   * In the mode `dry`: starts what does a rehearsal for real (`understudy rehearsals apply`), in a process of its own, and resolves when
   * that is over, with a sentence on how it went. Called after the person at the client has said yes, which is in the journal by then.
   * Default: no client is asked.
   */
  readonly applyRehearsal?: (id: string) => Promise<string>
  /** Stays open. Default: a Deno sandbox that is made for the first program. */
  readonly sandbox?: Sandbox
  readonly budgets?: Partial<Budgets>
  /** Default `prefixed`: `SERVER__NAME`. */
  readonly toolNames?: ToolNames
  /** Default `all`; with `own` only the gateway's own tools are listed, and the others can be called all the same. */
  readonly listing?: Listing
  /** How servers may be used, as far as the settings do not say it. */
  readonly limits?: UpstreamLimits | ((server: string) => UpstreamLimits)
  /** In which era servers are spoken to. Default `legacy`. */
  readonly era?: EraChoice
  /** Milliseconds that every request to a server may take; default 30,000. */
  readonly timeoutMs?: number
  readonly probeTimeoutMs?: number
  /**
   * Milliseconds that a list, or a plan, waits for one server that has not told what it has; default 5,000. It is named as missing
   * then, and what it tells later is told as a change.
   */
  readonly patienceMs?: number
  /** Whose a request is. Default: everybody is `anonymous`, and shares what was recorded and run. */
  readonly principalOf?: (request: ServiceRequest) => string
  /** Keeps reports and traces, and stays open. Default: in memory, the newest 200; with a store in PostgreSQL there, for all its gateways. */
  readonly archive?: RunArchive
  /**
   * Where real runs of plans are kept so that they outlive this process: a path, a `postgres://` URL, or a journal, which stays open.
   * Receipts are sealed for it, and spent there. Default: nowhere, a run that is killed is gone, and receipts end with the gateway.
   */
  readonly runJournal?: string | RunJournal
  /** The file of the journal's key. Default: UNDERSTUDY_JOURNAL_KEY, and on one machine a key of this user's. */
  readonly journalKey?: string
  /**
   * The file of the public keys (Ed25519, PEM) of those whose yes counts for runs of plans: no other does then, and a run by a receipt
   * needs one. Default: whoever can be asked, and whoever writes in the journal.
   */
  readonly verifyKey?: string
  /** Milliseconds after which others may take a run whose gateway is silent; default 30,000. In SQLite the system tells who is dead. */
  readonly runLeaseMs?: number
  /** Asked once for a whole plan of which the policy wants calls approved. Default: the client is asked, where it can be. */
  readonly approvePlan?: ApprovePlan
  /** Told of every call, in every mode, as it begins and ends. Must not throw. */
  readonly onTrace?: (event: TraceEvent, of: TracedExecution) => void
  /** Told of every execution and its calls, for spans; stays open. */
  readonly tracer?: GatewayTracer
  /** Told in a sentence of what went wrong beside the answers, such as a recording that could not be stored. Must not throw. */
  readonly onWarning?: (message: string) => void
  /** What `${VAR}` in the config stands for. Default: the environment of this process. */
  readonly env?: Environment
  /** Where relative paths start. Default: the working folder of this process. */
  readonly cwd?: string
  readonly clock?: Clock
  /** Closes the gateway. */
  readonly signal?: AbortSignal
}

/** In the order of the documentation; every option is here. */
const KNOWN: Readonly<Record<keyof GatewayOptions, true>> = {
  config: true,
  only: true,
  inputs: true,
  mode: true,
  store: true,
  policy: true,
  approve: true,
  approvalTimeoutMs: true,
  lock: true,
  stubs: true,
  settings: true,
  trustsSettings: true,
  copy: true,
  spareCopies: true,
  rehearsals: true,
  applyRehearsal: true,
  sandbox: true,
  budgets: true,
  toolNames: true,
  listing: true,
  limits: true,
  era: true,
  timeoutMs: true,
  probeTimeoutMs: true,
  patienceMs: true,
  principalOf: true,
  archive: true,
  runJournal: true,
  journalKey: true,
  verifyKey: true,
  runLeaseMs: true,
  approvePlan: true,
  onTrace: true,
  tracer: true,
  onWarning: true,
  env: true,
  cwd: true,
  clock: true,
  signal: true,
}

/**
 * Callers in JavaScript have no types: what would be ignored is refused.
 * @throws UsageError USAGE
 */
export function checkGatewayOptions(options: GatewayOptions): void {
  refuseUnknown(options, Object.keys(KNOWN), 'make a gateway')
  refuseOther('mode', options.mode, GATEWAY_MODES)
  refuseOther('toolNames', options.toolNames, TOOL_NAMES)
  refuseOther('listing', options.listing, LISTINGS)
  refuseOther('copy', options.copy, COPY_CHOICES)
  refuseCopies(options)
  refuseNoCount('spareCopies', options.spareCopies)
  refuseNoTime('approvalTimeoutMs', options.approvalTimeoutMs)
  refuseNoTime('patienceMs', options.patienceMs)
  refuseNoTime('runLeaseMs', options.runLeaseMs)
  refuseNoJournal(options)
}

/** @throws UsageError USAGE for a member that nobody knows; `doing` continues "Cannot" */
export function refuseUnknown(options: object, known: readonly string[], doing: string): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const bare = (name: string): string => name.replaceAll('_', '')
  const [nearest] = nearestNames(bare(unknown), known.map(bare))
  const meant = known.filter((name) => bare(name) === nearest).slice(0, 1)
  throw new UsageError(
    'USAGE',
    `Cannot ${doing} with the option ${JSON.stringify(unknown)}: there is none of that name`,
    {
      hint: didYouMean(meant) ?? `the options are ${known.join(', ')}`,
    },
  )
}

function refuseOther(name: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return
  throw new UsageError('USAGE', `Cannot make a gateway with the ${name} ${JSON.stringify(value)}`, {
    hint: `it is one of ${known.join(', ')}`,
  })
}

/** What cannot be honoured is refused. */
function refuseCopies({ copy, mode = 'live' }: GatewayOptions): void {
  if (copy !== 'always' || mode === 'live' || mode === 'dry') return
  throw new UsageError('USAGE', `Cannot make a gateway with the copy "always" in the mode "${mode}"`, {
    hint: 'only live and dry rehearse with servers in a copy',
  })
}

function refuseNoJournal({ verifyKey, runJournal }: GatewayOptions): void {
  if (verifyKey === undefined || runJournal !== undefined) return
  throw new UsageError('USAGE', 'Cannot make a gateway with a verifyKey and without a runJournal', {
    hint: 'a run waits for a signed yes in the journal',
  })
}

function refuseNoCount(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) return
  throw new UsageError('USAGE', `Cannot make a gateway with the ${name} ${String(value)}`, {
    hint: 'it is a whole number, 0 for none',
  })
}

function refuseNoTime(name: string, value: number | undefined): void {
  if (value === undefined || value > 0) return
  throw new UsageError('USAGE', `Cannot make a gateway with the ${name} ${String(value)}`, {
    hint: 'it is milliseconds above 0',
  })
}
