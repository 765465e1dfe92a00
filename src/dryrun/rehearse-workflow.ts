/** Rehearses a workflow: checks its tasks, then runs them in order against the stage. It is data, and needs no sandbox. */
import { type Finding, type JsonValue, toPointer } from '../base/index.js'
import { executeWorkflow, type WorkflowExecutionEnd, workflowResult } from '../execution/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { parseWorkflow, type Task } from '../workflow/index.js'
import { assembleReport } from './assemble-report.js'
import type { Ledger } from './ledger.js'
import type { RehearsalSettings } from './options.js'
import { checkPlan, type WrittenCall } from './plan-check.js'
import type { Report } from './report.js'
import { setStage } from './stage.js'

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
  const end = await executeWorkflow(workflow, {
    // One after the other: then the numbers of the calls depend on the workflow alone. What could overlap is left to the estimate.
    concurrency: 1,
    ...(settings.budgets?.calls === undefined ? {} : { callLimit: settings.budgets.calls }),
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
    call: stage.ledger.call,
  })
  const { result, unknownAt } = workflowResult(end.tasks)
  return assembleReport(stage, settings, {
    ...nothing,
    syntaxValid: true,
    written,
    check: checkPlan(written, registry, settings.unavailable),
    findings: [...parsing.findings, ...endFindings(end, stage.ledger)],
    ended: end.ended,
    ...(end.why === undefined ? {} : { endedBecause: end.why }),
    result,
    resultUnknownAt: unknownAt,
    unreached: end.tasks.flatMap(({ task, call }) => (call === undefined ? [writtenCall(task)] : [])),
  })
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

function endFindings({ ended, why, tasks }: WorkflowExecutionEnd, ledger: Ledger): Finding[] {
  if (ended === 'completed' || ended === 'threw') {
    return tasks.flatMap(({ task, result, before }): Finding[] => {
      if (result.state !== 'failed') return []
      const { line, column } = task
      const certain = ledger.owedAfter(before).length === 0
      const message = `Task "${task.id}" failed: ${result.why}`
      return [{ code: 'TASK_FAILED', severity: 'error', certain, message, line, column }]
    })
  }
  const message = `The workflow was stopped: ${why ?? ended}`
  return [{ code: 'RUN_STOPPED', severity: 'error', certain: true, message }]
}
