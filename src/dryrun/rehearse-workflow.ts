/** Rehearses a workflow: checks its tasks, then runs them in order against the stage. It is data, and needs no sandbox. */
import { type Finding, type JsonObject, type JsonValue, toPointer } from '../base/index.js'
import { type Answer, outcomeText, outcomeValue, type ToolCall } from '../call/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { DEFAULT_BUDGETS, type Ended } from '../sandbox/index.js'
import {
  parseWorkflow,
  runWorkflow,
  type Task,
  type TaskReply,
  type TaskResult,
  type Workflow,
} from '../workflow/index.js'
import { assembleReport } from './assemble-report.js'
import type { Before } from './ledger.js'
import type { RehearsalSettings } from './options.js'
import { checkPlan, type WrittenCall } from './plan-check.js'
import type { Report } from './report.js'
import { type Stage, setStage } from './stage.js'

export async function rehearseWorkflow(
  plan: string | Uint8Array,
  registry: ToolRegistry,
  settings: RehearsalSettings,
): Promise<Report> {
  const source = typeof plan === 'string' ? plan : Buffer.from(plan).toString('utf8')
  const parsing = parseWorkflow(source, { fileName: settings.fileName })
  const stage = setStage(registry, settings)
  const nothing = { source, sandbox: null, console: [] }
  if (parsing.kind === 'invalid') {
    return assembleReport(stage, settings, {
      ...nothing,
      syntaxValid: false,
      written: [],
      check: { argumentErrors: [], missingTools: [] },
      findings: parsing.findings,
      ended: 'never_started',
      endedBecause: 'the workflow cannot be run as it stands',
      result: null,
      resultUnknownAt: [],
      unreached: [],
    })
  }

  const { workflow } = parsing
  const written = workflow.tasks.map(writtenCall)
  const calls = new Map<string, number>()
  const results = await runTasks(workflow, calls, stage, settings)
  const failed = results.filter(({ state }) => state === 'failed')
  const limit = callLimit(settings)
  const isOverLimit = results.some((each) => each.state === 'failed' && each.called && !calls.has(each.id))
  return assembleReport(stage, settings, {
    ...nothing,
    syntaxValid: true,
    written,
    check: checkPlan(written, registry, settings.unavailable),
    findings: [
      ...parsing.findings,
      ...(isOverLimit ? [overLimit(limit)] : taskFindings(workflow, results, calls, stage)),
    ],
    ...endOf(failed, isOverLimit, limit),
    ...workflowResult(results),
    unreached: written.filter((_, i) => !calls.has(workflow.tasks[i]?.id ?? '')),
  })
}

function endOf(
  failed: readonly TaskResult[],
  isOverLimit: boolean,
  limit: number,
): { readonly ended: Ended; readonly endedBecause?: string } {
  if (isOverLimit) return { ended: 'call_limit', endedBecause: `it made more than ${limit} calls` }
  if (failed.length === 0) return { ended: 'completed' }
  return { ended: 'threw', endedBecause: `failed: ${failed.map(({ id }) => id).join(', ')}` }
}

function writtenCall({ server, tool, line, column, arguments: value }: Task): WrittenCall {
  const holes = referencePlaces(value)
  return {
    server,
    tool,
    line,
    column,
    arguments: { value, holes, open: [], positionOf: () => ({ line, column }) },
  }
}

/** Pointers to strings that a reference may change. */
function referencePlaces(value: JsonValue, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return value.includes('$OUTPUT[') ? [toPointer(path)] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => referencePlaces(member, [...path, key]))
}

async function runTasks(
  workflow: Workflow,
  calls: Map<string, number>,
  stage: Stage,
  settings: RehearsalSettings,
): Promise<readonly TaskResult[]> {
  // One after the other: then the numbers of the calls depend on the workflow alone. What could overlap is left to the estimate.
  const { results } = await runWorkflow(workflow, {
    concurrency: 1,
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
    call: async (task, args, { unknownAt }) => {
      if (calls.size >= callLimit(settings)) return { kind: 'error', message: 'too many calls', elapsedMs: 0 }
      const call = toToolCall(task, calls.size + 1, args, unknownAt, settings.signal)
      const before = beforeTask(task, calls)
      calls.set(task.id, call.n)
      return toTaskReply(await stage.ledger.call(call, before))
    },
  })
  return results
}

function callLimit({ budgets }: RehearsalSettings): number {
  return budgets?.calls ?? DEFAULT_BUDGETS.calls
}

function overLimit(limit: number): Finding {
  const message = `The workflow was stopped: it made more than ${limit} calls`
  return { code: 'RUN_STOPPED', severity: 'error', certain: true, message }
}

/** References and conditions say exactly what a task can know: what the tasks said that it depends on. */
function beforeTask(task: Task, calls: ReadonlyMap<string, number>): Before {
  return { kind: 'these', calls: task.dependsOn.flatMap((id) => calls.get(id) ?? []) }
}

/** A task may fail because of one that was never called itself: what that one hung on is not followed up, so it may be anything. */
function beforeFailure(task: Task, calls: ReadonlyMap<string, number>): Before {
  const isKnown = task.dependsOn.every((id) => calls.has(id))
  return isKnown ? beforeTask(task, calls) : { kind: 'all', upTo: calls.size }
}

function toToolCall(
  task: Task,
  n: number,
  args: JsonObject,
  unknownAt: readonly string[],
  signal: AbortSignal | undefined,
): ToolCall {
  const { server, tool, line, column } = task
  return {
    n,
    server,
    tool,
    arguments: args,
    unknownAt,
    site: { line, column },
    ...(signal === undefined ? {} : { signal }),
  }
}

function toTaskReply(answer: Answer): TaskReply {
  const elapsedMs = answer.durations?.p50 ?? 0
  const { outcome } = answer
  if (answer.unknown) return { kind: 'unknown', elapsedMs }
  if (outcome.kind === 'result') return { kind: 'value', value: outcomeValue(outcome), elapsedMs }
  return { kind: 'error', message: outcomeText(outcome), elapsedMs }
}

function taskFindings(
  workflow: Workflow,
  results: readonly TaskResult[],
  calls: ReadonlyMap<string, number>,
  stage: Stage,
): Finding[] {
  const tasks = new Map(workflow.tasks.map((task) => [task.id, task]))
  return results.flatMap((result): Finding[] => {
    const task = tasks.get(result.id)
    if (result.state !== 'failed' || task === undefined) return []
    const owed = stage.ledger.owedAfter(beforeFailure(task, calls))
    const { line, column } = task
    const message = `Task "${task.id}" failed: ${result.why}`
    return [{ code: 'TASK_FAILED', severity: 'error', certain: owed.length === 0, message, line, column }]
  })
}

function workflowResult(results: readonly TaskResult[]): { result: JsonObject; resultUnknownAt: string[] } {
  return {
    result: Object.fromEntries(results.map((each) => [each.id, describeResult(each)])),
    resultUnknownAt: results.flatMap((each) =>
      each.state === 'done' && each.unknown ? [toPointer([each.id, 'value'])] : [],
    ),
  }
}

function describeResult(result: TaskResult): JsonObject {
  return result.state === 'done'
    ? { state: result.state, value: result.unknown ? null : result.value }
    : { state: result.state, why: result.why }
}
