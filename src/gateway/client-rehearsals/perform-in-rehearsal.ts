/** A plan in a client's rehearsal: its calls go where the client's own go, and are kept as those are. */
import { type Clock, defined, randomName, UnderstudyError, withoutUndefined } from '../../base/index.js'
import { type CallTool, toolRef, traceAnswerer } from '../../call/index.js'
import type { ExecutionCall } from '../../execution/index.js'
import { identifyPlan, redactReport } from '../../plan/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { argumentFindings } from '../runs/argument-findings.js'
import {
  NOTHING,
  type Performance,
  performProgram,
  performSequence,
  performWorkflow,
} from '../runs/perform-plan.js'
import { type PreparedRun, prepareRun } from '../runs/prepare-run.js'
import { createRunLog } from '../runs/run-log.js'
import { RUN_FORMAT, type RunReport } from '../runs/run-report.js'
import type { Plan, PlanChoice } from '../tools/plans.js'
import type { Catalogue } from '../upstreams/upstreams.js'

export interface RehearsalPlace {
  readonly world: GatewayWorld
  readonly catalogue: Catalogue
  readonly signal: AbortSignal
  /** Makes one call in the world of the client. */
  readonly call: CallTool
}

/** The report of a run, of which nothing lasts. Rejects as the sandbox does, and with the signal's reason. */
export async function performInRehearsal(
  { text, fileName }: Plan,
  choice: PlanChoice,
  { world, catalogue, signal, call }: RehearsalPlace,
): Promise<RunReport> {
  const { clock, policy, budgets, redactor } = world
  const { registry, unavailable } = catalogue
  const { validation = 'lenient' } = policy ?? {}
  const params = withoutUndefined(choice.params ?? {})
  const place = await world.place.for(fileName)
  const prepared = await prepareRun(text, { fileName, registry, unavailable, validation, ...place })
  const log = createRunLog(clock)
  const begun = { ms: clock.now(), monotonic: clock.monotonic() }
  const traced = tracing(choice, clock, call)
  const makes: ExecutionCall = async (asked) => {
    try {
      return await log.call(asked, traced)
    } catch (failure) {
      if (asked.signal?.aborted || !(failure instanceof UnderstudyError)) throw failure
      return { kind: 'failed', why: failure.message }
    }
  }
  const performance = await perform(prepared, params, makes, { ...place, budgets, signal })
  const calls = log.calls()
  return redactReport<RunReport>(
    {
      ...{ dry_run: true, run_id: randomName() },
      format: RUN_FORMAT,
      ...defined({ intent: choice.intent }),
      plan_id: identifyPlan({
        ...{ source: prepared.source, params, registry },
        calls: [...prepared.written, ...log.made()],
      }),
      ended: performance.ended,
      ...(performance.why === undefined ? {} : { ended_because: performance.why }),
      result: performance.result,
      findings: [
        ...prepared.findings,
        ...argumentFindings(prepared.argumentErrors, log.issues(), validation),
        ...performance.findings,
      ],
      tools_called: [...new Set(log.made().map(toolRef))],
      calls,
      ...{ sandbox: performance.sandbox, console: performance.console },
      started_at: new Date(begun.ms).toISOString(),
      duration_ms: Math.round(clock.monotonic() - begun.monotonic),
    },
    redactor,
  )
}

function tracing({ onTrace }: PlanChoice, clock: Clock, call: CallTool): CallTool {
  if (onTrace === undefined) return call
  const trace = traceAnswerer(onTrace, clock)
  return (asked) => trace.answer(asked, call)
}

function perform(
  prepared: PreparedRun,
  params: Parameters<typeof performProgram>[1],
  call: ExecutionCall,
  means: Parameters<typeof performProgram>[3],
): Promise<Performance> | Performance {
  switch (prepared.kind) {
    case 'wrong':
      return { ...NOTHING, ended: 'never_started', why: 'something is provably wrong in its text' }
    case 'program':
      return performProgram(prepared.program, params, call, means)
    case 'workflow':
      return performWorkflow(prepared.workflow, call, means)
    case 'sequence':
      return performSequence(prepared, call, means)
  }
}
