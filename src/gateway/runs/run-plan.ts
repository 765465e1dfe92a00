/** A real run: a plan, by the same code as its rehearsal, along the chain that ends at the servers. */
import {
  type Clock,
  type Finding,
  type JsonValue,
  randomName,
  systemClock,
  UnderstudyError,
} from '../../base/index.js'
import {
  type Answer,
  type CallTool,
  chainAnswerers,
  type ToolCall,
  type TraceEvent,
  traceAnswerer,
} from '../../call/index.js'
import {
  claimOf,
  identifyPlan,
  redactReport,
  type UnavailableServer,
  validateAnswerer,
} from '../../dryrun/index.js'
import {
  attemptFindings,
  borrowSandbox,
  type ExecutionCall,
  executeProgram,
  executeWorkflow,
  programEndFindings,
  workflowEndFindings,
  workflowResult,
} from '../../execution/index.js'
import type { Policy } from '../../policy/index.js'
import type { Program, TypeStripper } from '../../program/index.js'
import type { Redactor } from '../../recording/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import { type Budgets, defaultBudgets, type Sandbox } from '../../sandbox/index.js'
import type { Workflow } from '../../workflow/index.js'
import type { Approve } from '../approvals/approve.js'
import { policyGate } from '../approvals/policy-gate.js'
import { prepareRun } from './prepare-run.js'
import { createRunLog, type RunLog } from './run-log.js'
import { RUN_FORMAT, type RunReport } from './run-report.js'

export interface RunOptions {
  readonly registry: ToolRegistry
  /** Servers that exist but could not be asked for their tools. */
  readonly unavailable?: readonly UnavailableServer[]
  /** Who really answers, such as record → live session. Tracing, the policy's gate and validation are put in front of it. */
  readonly chain: CallTool
  /** Default: every call is allowed. */
  readonly policy?: Policy
  /** Default: nobody can be asked, and what the policy wants asked is refused. */
  readonly approve?: Approve
  /** What a program sees as `params`. Default `{}`. */
  readonly params?: JsonValue
  /** A label, for people. */
  readonly intent?: string
  /** Default: one made for this run and closed after it. */
  readonly sandbox?: Sandbox
  /** Default: those of a real world, 5 minutes of real time among them; `wallMs` and `calls` hold for workflows, too. */
  readonly budgets?: Partial<Budgets>
  /** Calls of a workflow at the same time; default 8. */
  readonly concurrency?: number
  readonly stripper?: TypeStripper
  /** Hides secrets in the report and in the trace. */
  readonly redactor: Redactor
  /** Kills the program and aborts the calls under way. */
  readonly signal?: AbortSignal
  /** Told of each call and of how it ended, redacted. Must not throw. */
  readonly onTrace?: (event: TraceEvent) => void
  /** Names the run. Default: a name nobody can guess. */
  readonly runId?: string
  readonly clock?: Clock
}

/**
 * Runs a plan for real, once: nothing is ever started over. `fileName` decides how the text is read, as in a rehearsal.
 * What is provably wrong in its text ends it before anything is touched (`never_started`); a call that the policy or a person
 * refuses ends it at once (`refused`), and the plan cannot catch that. Resolves however the plan ended.
 * @throws SandboxError when no sandbox can be made; the signal's reason when aborted, once the program is gone; and what the
 *   chain threw that is no error of this package
 */
export async function runPlan(plan: string, fileName: string, options: RunOptions): Promise<RunReport> {
  const { registry, unavailable = [], params = {}, redactor, clock = systemClock } = options
  options.signal?.throwIfAborted()
  const startedAt = { ms: clock.now(), monotonic: clock.monotonic() }
  const prepared = await prepareRun(plan, {
    fileName,
    registry,
    unavailable,
    ...(options.stripper === undefined ? {} : { stripper: options.stripper }),
  })
  const log = createRunLog(clock)
  const performance = await perform()
  const calls = log.calls()
  const report: RunReport = {
    format: RUN_FORMAT,
    dry_run: false,
    run_id: options.runId ?? randomName(),
    ...(options.intent === undefined ? {} : { intent: options.intent }),
    plan_id: identifyPlan({
      source: prepared.source,
      params,
      registry,
      calls: [...prepared.written, ...log.made()],
    }),
    ended: performance.ended,
    ...(performance.why === undefined ? {} : { ended_because: performance.why }),
    result: performance.result,
    findings: [...prepared.findings, ...performance.findings],
    tools_called: [...new Set(calls.map(({ tool }) => tool))],
    calls,
    sandbox: performance.sandbox,
    console: performance.console,
    started_at: new Date(startedAt.ms).toISOString(),
    duration_ms: Math.round(clock.monotonic() - startedAt.monotonic),
  }
  return redactReport(report, redactor)

  function perform(): Promise<Performance> | Performance {
    switch (prepared.kind) {
      case 'wrong':
        return { ...NOTHING, ended: 'never_started', why: 'something is provably wrong in its text' }
      case 'program':
        return performProgram(prepared.program, params, realCall(log, clock, options), options)
      case 'workflow':
        return performWorkflow(prepared.workflow, realCall(log, clock, options), options)
    }
  }
}

/** What came of a plan. */
interface Performance extends Pick<RunReport, 'ended' | 'result' | 'sandbox' | 'console'> {
  readonly why?: string
  readonly findings: readonly Finding[]
}

const NOTHING = { result: null, findings: [], sandbox: null, console: [] } as const

async function performProgram(
  program: Program,
  params: JsonValue,
  call: ExecutionCall,
  { sandbox, budgets, signal }: RunOptions,
): Promise<Performance> {
  await using place = await borrowSandbox(sandbox)
  const run = await executeProgram(program, {
    sandbox: place.sandbox,
    world: { kind: 'real' },
    params,
    ...(budgets === undefined ? {} : { budgets }),
    ...(signal === undefined ? {} : { signal }),
    call,
  })
  return {
    ended: run.ended,
    ...(run.why === undefined ? {} : { why: run.why }),
    result: run.result,
    findings: [...programEndFindings(run, { certain: true, isTold: () => false }), ...attemptFindings(run)],
    sandbox: { layers: place.sandbox.layers, capability_attempts: run.attempts },
    console: run.console,
  }
}

async function performWorkflow(
  workflow: Workflow,
  call: ExecutionCall,
  { budgets, concurrency, signal }: RunOptions,
): Promise<Performance> {
  const { calls: callLimit, wallMs } = { ...defaultBudgets('real'), ...budgets }
  const end = await executeWorkflow(workflow, {
    call,
    callLimit,
    wallMs,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(signal === undefined ? {} : { signal }),
  })
  return {
    ...NOTHING,
    ended: end.ended,
    ...(end.why === undefined ? {} : { why: end.why }),
    result: workflowResult(end.tasks).result,
    findings: workflowEndFindings(end, () => true),
  }
}

/** The live chain, and what becomes of the run when it has no answer. */
function realCall(log: RunLog, clock: Clock, options: RunOptions): ExecutionCall {
  const { redactor, onTrace } = options
  const refusals = new Map<number, string>()
  const chain = liveChain(options, clock, {
    trace: (event) => onTrace?.(redactor.redact(event)),
    onRefused(call, why) {
      log.noteRefused(call)
      refusals.set(call.n, why)
    },
    onInvalid: (call) => log.noteRefused(call),
  })
  return async (call) => {
    try {
      const answer = await log.call(call, chain)
      const why = refusals.get(call.n)
      return why === undefined ? answer : { kind: 'refused', why: `${why} (call ${call.n})` }
    } catch (failure) {
      // An aborted call ends with the run, which knows why.
      if (call.signal?.aborted || !(failure instanceof UnderstudyError)) throw failure
      return { kind: 'failed', why: failure.message }
    }
  }
}

interface ChainListener {
  trace(event: TraceEvent): void
  onRefused(call: ToolCall, why: string): void
  /** The call's tool does not exist, or its arguments are wrong: it goes no further. */
  onInvalid(call: ToolCall): void
}

function liveChain(options: RunOptions, clock: Clock, listener: ChainListener): CallTool {
  const { registry, policy, approve, chain, unavailable = [] } = options
  const silent = new Set(unavailable.map(({ server }) => server))
  const { onRefused, onInvalid } = listener
  return chainAnswerers([
    traceAnswerer(listener.trace, clock),
    ...(policy === undefined
      ? []
      : [
          policyGate(policy, {
            claim: (call) => claimOf(registry, undefined, call),
            ...(approve === undefined ? {} : { approve }),
            onRefused,
          }),
        ]),
    validateAnswerer(registry, {
      isUnavailable: (server) => silent.has(server),
      onMissing: onInvalid,
      onIssues: onInvalid,
      onUnchecked() {
        // The server says itself what it thinks of them.
      },
    }),
    { name: 'live', answer: (call): Promise<Answer> => chain(call) },
  ])
}
