/** A plan under way for real: in the sandbox, or task by task. */
import { defined, type Finding, type JsonValue, type PausableTime } from '../../base/index.js'
import {
  attemptFindings,
  borrowSandbox,
  type ExecutionCall,
  executeProgram,
  executeSequence,
  executeWorkflow,
  programEndFindings,
  sequenceEndFindings,
  sequenceResult,
  workflowEndFindings,
  workflowResult,
} from '../../execution/index.js'
import type { Deviation } from '../../plan/index.js'
import type { Program } from '../../program/index.js'
import { type Budgets, defaultBudgets, type Sandbox, type World } from '../../sandbox/index.js'
import type { Sequence, StepSite } from '../../sequence/index.js'
import type { Workflow } from '../../workflow/index.js'
import type { RunReport } from './run-report.js'

/** What a plan may use. */
export interface PlanMeans {
  /** Default: one made for this run and closed after it. */
  readonly sandbox?: Sandbox
  /** Default: those of a real world, 5 minutes of real time among them; `wallMs` and `calls` hold for workflows, too. */
  readonly budgets?: Partial<Budgets>
  /** What a program finds around it. Default: the machine's clock and chance. */
  readonly world?: World
  /** Calls of a workflow at the same time; default 8. */
  readonly concurrency?: number
  /** Kills the program and aborts the calls under way. */
  readonly signal?: AbortSignal
  /** By which its real time is counted: waiting for a person is none of it. */
  readonly time?: PausableTime
}

/** What came of a plan. */
export interface Performance extends Pick<RunReport, 'ended' | 'result' | 'sandbox' | 'console'> {
  readonly why?: string
  /** Of a sequence: where it was not as was promised. */
  readonly deviation?: Deviation
  readonly findings: readonly Finding[]
}

/** Of a plan that nothing came of. */
export const NOTHING = { result: null, findings: [], sandbox: null, console: [] } as const

export async function performProgram(
  program: Program,
  params: JsonValue,
  call: ExecutionCall,
  { sandbox, budgets, world = { kind: 'real' }, signal, time }: PlanMeans,
): Promise<Performance> {
  await using place = await borrowSandbox(sandbox)
  const run = await executeProgram(program, {
    sandbox: place.sandbox,
    world,
    params,
    // Whatever its clock is, its servers are real, and take real time.
    budgets: { ...defaultBudgets('real'), ...budgets },
    ...defined({ signal, time }),
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

export async function performWorkflow(
  workflow: Workflow,
  call: ExecutionCall,
  { budgets, concurrency, signal, time }: PlanMeans,
): Promise<Performance> {
  const { calls: callLimit, wallMs } = { ...defaultBudgets('real'), ...budgets }
  const end = await executeWorkflow(workflow, {
    call,
    callLimit,
    wallMs,
    ...defined({ concurrency, signal, time }),
  })
  return {
    ...NOTHING,
    ended: end.ended,
    ...(end.why === undefined ? {} : { why: end.why }),
    result: workflowResult(end.tasks).result,
    findings: workflowEndFindings(end, () => true),
  }
}

export async function performSequence(
  { sequence, sites }: { readonly sequence: Sequence; readonly sites: readonly StepSite[] },
  call: ExecutionCall,
  { budgets, signal, time }: PlanMeans,
): Promise<Performance> {
  const { calls: callLimit, wallMs } = { ...defaultBudgets('real'), ...budgets }
  const end = await executeSequence(sequence, {
    call,
    sites,
    callLimit,
    wallMs,
    ...defined({ signal, time }),
  })
  const { ended, why, deviatedAt: expected } = end
  return {
    ...NOTHING,
    ended,
    ...(why === undefined ? {} : { why }),
    ...(expected === undefined || why === undefined ? {} : { deviation: { what: 'answer', why, expected } }),
    result: sequenceResult(end),
    findings: sequenceEndFindings(end, () => true),
  }
}
