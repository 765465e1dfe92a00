/** The branches of a program, and of a workflow. */
import type { WorkflowExecutionEnd } from '../../execution/index.js'
import type { WrittenCall } from '../../plan/index.js'
import type { Test } from '../../program/index.js'
import type { Workflow } from '../../workflow/index.js'
import type { RehearsedRun } from '../mistakes/replay.js'
import type { RehearsalSettings } from '../options.js'
import { openOwnSeries } from '../own-series.js'
import type { Branches } from '../report.js'
import type { Stage } from '../stage.js'
import { programQuestion } from '../variants/explore-program.js'
import { conditionsOf, workflowQuestion } from '../variants/explore-workflow.js'
import type { FoundInfluence } from '../variants/find-influence.js'
import { findBranches, type TestOfPlan } from './find-branches.js'

/** Undefined where nobody asked, and where it ended in a way that values do not explain. */
export async function programBranches(
  rehearsed: RehearsedRun,
  found: FoundInfluence | undefined,
): Promise<Branches | undefined> {
  const { program, run, sandbox, settings } = rehearsed
  if (settings.steer === undefined || !EXPLAINED.has(run.ended)) return undefined
  await using series = openOwnSeries(program, sandbox)
  const { conditions } = program.watched()
  return await findBranches({
    ...{ question: programQuestion(rehearsed, series ?? sandbox), found, budget: settings.steer },
    written: program.calls,
    testsOf: (place) =>
      program
        .tests()(place)
        .map(
          (test): TestOfPlan => ({
            ...{ line: test.line, text: test.text },
            holds: (id) => isWithin(conditions[id], test),
          }),
        ),
  })
}

export async function workflowBranches(
  { workflow, end, stage, settings }: RehearsedTasks,
  written: readonly WrittenCall[],
  found: FoundInfluence | undefined,
): Promise<Branches | undefined> {
  if (settings.steer === undefined || !EXPLAINED.has(end.ended)) return undefined
  const byId = new Map(workflow.tasks.map((task) => [task.id, task]))
  const conditions = conditionsOf(workflow)
  return await findBranches({
    ...{
      question: workflowQuestion({ workflow, end, stage, settings }),
      found,
      budget: settings.steer,
      written,
    },
    testsOf({ line, column }) {
      const task = workflow.tasks.find((each) => each.line === line && each.column === column)
      const tasks = new Set(task === undefined ? [] : [task])
      for (const each of tasks) for (const id of each.dependsOn) tasks.add(byId.get(id) ?? each)
      return conditions.flatMap((condition, i): TestOfPlan[] => {
        const isBefore = [...tasks].some(
          (each) => each.line === condition.line && each.column === condition.column,
        )
        return isBefore ? [{ line: condition.line, text: condition.text, holds: (id) => id === i }] : []
      })
    },
  })
}

interface RehearsedTasks {
  readonly workflow: Workflow
  readonly end: WorkflowExecutionEnd
  readonly stage: Stage
  readonly settings: RehearsalSettings
}

const EXPLAINED: ReadonlySet<string> = new Set(['completed', 'threw'])

function isWithin(
  place: { readonly line: number; readonly column: number } | undefined,
  { end, ...start }: Test,
): boolean {
  if (place === undefined) return false
  const isAfter = place.line > start.line || (place.line === start.line && place.column >= start.column)
  return isAfter && (place.line < end.line || (place.line === end.line && place.column < end.column))
}
