/** A real run: a plan, by the same code as its rehearsal, along the chain that ends at the servers. */
import {
  type Clock,
  createPausableTime,
  defined,
  type JsonValue,
  type PausableTime,
  randomName,
  systemClock,
  withoutUndefined,
} from '../../base/index.js'
import type { BoundCalls } from '../../execution/index.js'
import { identifyPlan, type Receipt, redactReport } from '../../plan/index.js'
import type { TypeStripper } from '../../program/index.js'
import type { Approve } from '../approvals/approve.js'
import { argumentFindings } from './argument-findings.js'
import { bindRun, type RunBinding } from './bind-run.js'
import { type ChainLinks, realCall } from './live-chain.js'
import {
  NOTHING,
  type Performance,
  type PlanMeans,
  performProgram,
  performSequence,
  performWorkflow,
} from './perform-plan.js'
import { type PreparedRun, prepareRun } from './prepare-run.js'
import { createRunLog } from './run-log.js'
import { RUN_FORMAT, type RunReport } from './run-report.js'

export interface RunOptions extends Omit<ChainLinks, 'bound'>, PlanMeans {
  /** The receipt that it has to match, call by call. Default: it is bound to nothing. */
  readonly binding?: RunBinding | undefined
  /** What a program sees as `params`. Default `{}`. */
  readonly params?: JsonValue
  /** A label, for people. */
  readonly intent?: string
  readonly stripper?: TypeStripper
  /** Names the run. Default: a name nobody can guess. */
  readonly runId?: string
  readonly clock?: Clock
  /** Told what had been done by then, when it rejects although it was begun. Must not throw. */
  readonly onBroken?: (report: RunReport) => void
}

/**
 * Runs a plan for real, once: nothing is ever started over. `fileName` decides how the text is read, as in a rehearsal.
 * What is provably wrong in its text ends it before anything is touched (`never_started`). Arguments that break a schema are
 * provably wrong only where the policy is strict: else the server judges them, and the findings tell what was found. A call that
 * the policy or a person refuses ends it at once (`refused`), and the plan cannot catch that. Resolves however the plan ended.
 * @throws UsageError RECEIPT_REFUSED when the receipt does not hold, StoreError when nobody can tell whether it was spent: nothing was
 *   called then; SandboxError when no sandbox can be made; the signal's reason when aborted, once the program is gone; and what the
 *   chain threw that is no error of this package
 */
export async function runPlan(plan: string, fileName: string, options: RunOptions): Promise<RunReport> {
  const { registry, unavailable = [], redactor, clock = systemClock } = options
  const params = withoutUndefined(options.params ?? {})
  const { validation = 'lenient' } = options.policy ?? {}
  options.signal?.throwIfAborted()
  const startedAt = { ms: clock.now(), monotonic: clock.monotonic() }
  const text = { fileName, registry, unavailable, validation, ...defined({ stripper: options.stripper }) }
  const prepared = await prepareRun(plan, text)
  const log = createRunLog(clock)
  const runId = options.runId ?? randomName()
  const { waits, bound } = await bindingOf(options, prepared, params)
  try {
    if (waits !== undefined) return reportOf({ ...NOTHING, ended: 'refused', why: waits })
    return reportOf(await perform())
  } catch (failure) {
    options.onBroken?.(reportOf(brokenBy(failure, options.signal)))
    throw failure
  }

  function reportOf(performance: Performance): RunReport {
    const calls = log
      .calls()
      .map((call) => ({ ...call, ...defined({ predicted: bound?.predicted(call.n) }) }))
    const deviation = bound?.deviation() ?? performance.deviation
    const known = [...prepared.written, ...log.made()]
    const report: RunReport = {
      format: RUN_FORMAT,
      dry_run: false,
      run_id: runId,
      ...(options.intent === undefined ? {} : { intent: options.intent }),
      plan_id: identifyPlan({ source: prepared.source, params, registry, calls: known }),
      ...boundTo(options.binding?.receipt, bound),
      ...defined({ deviation }),
      ended: deviation === undefined ? performance.ended : 'deviated',
      ...(performance.why === undefined ? {} : { ended_because: performance.why }),
      result: performance.result,
      findings: [
        ...prepared.findings,
        ...argumentFindings(prepared.argumentErrors, log.issues(), validation),
        ...performance.findings,
      ],
      tools_called: [...new Set(calls.map(({ tool }) => tool))],
      calls,
      sandbox: performance.sandbox,
      console: performance.console,
      started_at: new Date(startedAt.ms).toISOString(),
      duration_ms: Math.round(clock.monotonic() - startedAt.monotonic),
    }
    return redactReport(report, redactor)
  }

  function perform(): Promise<Performance> | Performance {
    const time = createPausableTime()
    const links: ChainLinks = { ...options, bound, ...defined({ approve: unhurried(options.approve, time) }) }
    switch (prepared.kind) {
      case 'wrong':
        return { ...NOTHING, ended: 'never_started', why: 'something is provably wrong in its text' }
      case 'program':
        return performProgram(prepared.program, params, realCall(log, clock, links), { ...options, time })
      case 'workflow':
        return performWorkflow(prepared.workflow, realCall(log, clock, links), { ...options, time })
      case 'sequence':
        return performSequence(prepared, realCall(log, clock, links), { ...options, time })
    }
  }
}

interface Binding {
  /** Why it waits and nothing may be called: a sentence. */
  readonly waits?: string
  readonly bound?: BoundCalls
}

async function bindingOf(
  { binding, policy, effects, registry, clock = systemClock }: RunOptions,
  prepared: PreparedRun,
  params: JsonValue,
): Promise<Binding> {
  if (binding === undefined || prepared.kind === 'wrong') return {}
  const found = await bindRun(binding, { source: prepared.source, params, registry, clock, policy, effects })
  return 'waits' in found ? found : { bound: found }
}

/** How long a person takes is no time of the run. */
function unhurried(approve: Approve | undefined, time: PausableTime): Approve | undefined {
  if (approve === undefined) return undefined
  return async (question) => {
    const release = time.hold()
    try {
      return await approve(question)
    } finally {
      release()
    }
  }
}

type Bound = Pick<RunReport, 'receipt' | 'not_made'>

function boundTo(receipt: Receipt | undefined, bound: BoundCalls | undefined): Bound {
  if (receipt === undefined) return {}
  if (bound === undefined) return { receipt: receipt.id }
  const notMade = bound.notMade().map(({ call, tool, place }) => ({ call, tool, ...defined({ place }) }))
  return { receipt: receipt.id, not_made: notMade }
}

function brokenBy(failure: unknown, signal: AbortSignal | undefined): Performance {
  if (signal?.aborted) return { ...NOTHING, ended: 'cancelled', why: 'it was cancelled while it ran' }
  const message = failure instanceof Error ? failure.message : String(failure)
  return { ...NOTHING, ended: 'crashed', why: `it could not go on: ${message}` }
}
