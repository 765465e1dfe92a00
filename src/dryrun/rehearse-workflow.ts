/** Rehearses a workflow: checks its tasks, then runs them in order against the stage. It is data, and needs no sandbox. */
import { defined, type Finding, type JsonObject } from '../base/index.js'
import { toolRef } from '../call/index.js'
import {
  executeWorkflow,
  type TaskEnd,
  type WorkflowExecutionEnd,
  workflowEndFindings,
  workflowResult,
} from '../execution/index.js'
import { type Before, checkPlan, writtenTask } from '../plan/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { parseWorkflow, type Workflow } from '../workflow/index.js'
import { assembleReport } from './assemble-report.js'
import { workflowBranches } from './branches/plan-branches.js'
import { workflowFaults } from './faults/workflow-faults.js'
import { missingMemberFindings, type TextPlace, type WrittenRead } from './missing-members.js'
import { nameFindings } from './mistakes/names/name-findings.js'
import { racingTasks } from './mistakes/races.js'
import { findUndeclared, undeclaredFindings } from './mistakes/undeclared-arguments.js'
import type { RehearsalSettings } from './options.js'
import { recordedMemberFindings } from './recorded-members.js'
import type { Report, ReportedTask } from './report.js'
import { type Stage, setStage } from './stage.js'
import { taskReads } from './task-reads.js'
import { conditionsOf, exploreWorkflow, luckyCallsOfWorkflow } from './variants/explore-workflow.js'
import { influenceOn } from './variants/influence-on.js'
import { hangsOnOrder } from './verdict.js'

export async function rehearseWorkflow(
  plan: string | Uint8Array,
  registry: ToolRegistry,
  settings: RehearsalSettings,
): Promise<Report> {
  const source = typeof plan === 'string' ? plan : Buffer.from(plan).toString('utf8')
  const parsing = parseWorkflow(source, { fileName: settings.fileName })
  const stage = await setStage(registry, settings)
  if (parsing.kind === 'invalid') return neverStarted(source, parsing.findings, stage, settings)

  const { workflow } = parsing
  const written = workflow.tasks.map(writtenTask)
  const end = await executeWorkflow(workflow, {
    // One after the other: then the numbers of the calls depend on the workflow alone. What could overlap is left to the estimate.
    concurrency: 1,
    ...defined({ callLimit: settings.budgets?.calls, signal: settings.signal }),
    call: stage.ledger.call,
  })
  const undeclared = await findUndeclared(stage, settings)
  await stage.end()
  const rehearsed = { workflow, end, stage, settings }
  const { result, unknownAt } = workflowResult(end.tasks)
  const reads = taskReads(workflow)
  const hasFailed = (read: WrittenRead): boolean =>
    end.tasks.some((each) => isUncalledFailure(each) && isAt(each.task, read))
  const answered = { registry, entries: stage.ledger.entries(), hasFailed }
  const missing = missingMemberFindings(reads, answered)
  const unreached = end.tasks.flatMap(({ task, call }) => (call === undefined ? [writtenTask(task)] : []))
  const found = await influenceOn(stage, settings, {
    explore: () => exploreWorkflow(rehearsed),
    lucky: () => luckyCallsOfWorkflow(rehearsed),
    conditions: () => conditionsOf(workflow),
    ...{ unreached, ended: end.ended, isMemberMissing: missing.length > 0 },
  })
  const branches = await workflowBranches(rehearsed, written, found.found)
  const unheard = await recordedMemberFindings(reads, {
    ...answered,
    ...{ entries: stage.ledger.entries(), recorded: settings.recorded },
  })
  const names = await nameFindings({
    ...{ stage, found: found.found, recorded: settings.recorded },
    isCaught: () => false,
  })
  const faults = await workflowFaults(workflow, end, stage, settings)
  const races = await racesOf(workflow, end, stage, settings)
  const isSure = (before: Before): boolean =>
    stage.ledger.owedAfter(before).length === 0 && !hangsOnOrder(races)
  return assembleReport(stage, settings, {
    ...{ source, sandbox: null, console: [] },
    ...{ syntaxValid: true, written },
    check: checkPlan(written, registry, {
      unavailable: settings.unavailable,
      validation: settings.policy?.validation,
    }),
    findings: [
      ...parsing.findings,
      ...workflowEndFindings(end, isSure),
      ...missing,
      ...unheard,
      ...races,
      ...names,
      ...undeclaredFindings(undeclared, written, stage),
    ],
    ...{ ended: end.ended, result, resultUnknownAt: unknownAt, unreached },
    ...(end.why === undefined ? {} : { endedBecause: end.why }),
    tasks: end.tasks.map(reportedTask),
    ...found,
    ...{ faults, branches },
  })
}

function racesOf(
  workflow: Workflow,
  end: WorkflowExecutionEnd,
  stage: Stage,
  settings: RehearsalSettings,
): Promise<readonly Finding[]> {
  return racingTasks({
    ...{ stage, settings, run: { ended: end.ended, result: statesOf(end) } },
    async runAnew(call, isHeld) {
      const concurrency = isHeld ? workflow.tasks.length : 1
      const { signal } = settings
      const again = await executeWorkflow(workflow, { call, concurrency, ...defined({ signal }) })
      return { ended: again.ended, result: statesOf(again) }
    },
  })
}

/** What a task was answered that nobody depends on may be another thing each time. */
function statesOf({ tasks }: WorkflowExecutionEnd): JsonObject {
  return Object.fromEntries(tasks.map(({ task, result }) => [task.id, result.state]))
}

function neverStarted(
  source: string,
  findings: readonly Finding[],
  stage: Stage,
  settings: RehearsalSettings,
): Report {
  return assembleReport(stage, settings, {
    ...{ source, sandbox: null, console: [] },
    syntaxValid: false,
    written: [],
    check: { argumentErrors: [], missingTools: [] },
    findings,
    ended: 'never_started',
    endedBecause: 'the workflow cannot be run as it stands',
    result: null,
    resultUnknownAt: [],
    unreached: [],
  })
}

function reportedTask({ task, result, call }: TaskEnd): ReportedTask {
  const { id, dependsOn, line, column } = task
  return {
    id,
    tool: toolRef(task),
    depends_on: dependsOn,
    state: result.state,
    ...defined({ call }),
    line,
    column,
  }
}

function isUncalledFailure({ result }: TaskEnd): boolean {
  return result.state === 'failed' && !result.called
}

function isAt(task: TextPlace, place: TextPlace): boolean {
  return task.line === place.line && task.column === place.column
}
