/** A workflow's guesses: its tasks run again here, and each comparison of a condition is seen. */
import { addToGroup, defined, isJsonArray, type JsonValue } from '../../base/index.js'
import { executeWorkflow, type WorkflowExecutionEnd } from '../../execution/index.js'
import type { Condition } from '../../program/index.js'
import type { WatchedCondition } from '../../sandbox/index.js'
import { type Comparison, referencesOf, type Workflow } from '../../workflow/index.js'
import type { LedgerEntry } from '../ledger.js'
import type { RehearsalSettings } from '../options.js'
import type { Stage } from '../stage.js'
import { type Explored, exploreBoth, unplayed } from './explore-both.js'
import type { InfluenceQuestion } from './find-influence.js'
import { hasErrors } from './influence-on.js'
import { luckyCalls } from './lucky-calls.js'
import type { Trace } from './played.js'
import type { Path } from './telling-values.js'

export interface RehearsedWorkflow {
  readonly workflow: Workflow
  readonly end: WorkflowExecutionEnd
  readonly stage: Stage
  readonly settings: RehearsalSettings
}

/** Nothing is played when it ended in a way that values do not explain. */
export async function exploreWorkflow(rehearsed: RehearsedWorkflow): Promise<Explored> {
  const { end, settings } = rehearsed
  const question = workflowQuestion(rehearsed)
  if (end.ended !== 'completed' && end.ended !== 'threw') return await unplayed(question)
  return await exploreBoth(settings, question)
}

/** See luckyCalls. */
export async function luckyCallsOfWorkflow(rehearsed: RehearsedWorkflow): Promise<ReadonlySet<number>> {
  const { ended } = rehearsed.end
  return ended === 'completed' || ended === 'threw'
    ? await luckyCalls(workflowQuestion(rehearsed))
    : new Set()
}

/** How it is played: here, one task after the other. */
export function workflowQuestion({ workflow, end, stage, settings }: RehearsedWorkflow): InfluenceQuestion {
  const pathsRead = new Map<string | undefined, Path[]>()
  for (const { id, path } of workflow.tasks.flatMap((task) => referencesOf(task)))
    addToGroup(pathsRead, id, path)
  const taskOf = ({ call: { site } }: LedgerEntry): string | undefined =>
    workflow.tasks.find(({ line, column }) => line === site?.line && column === site.column)?.id
  const comparisons = workflow.tasks.flatMap(({ when = [] }) => when)
  return {
    ...{ registry: stage.registry, effects: stage.effects, shapes: stage.shapes, settings },
    ...{ entries: stage.ledger.entries(), budget: settings.budget, end: traceOf(end, []) },
    // Others go on where a task failed, and its state says that it did.
    ...{ canSurvive: true, tellsFailures: true },
    // Values go where references say, whichever task is over first.
    ...{ mayLookAtWorld: false, isSideBySide: false },
    newOverlay: stage.newOverlay,
    hints: {
      ...{
        parsesJson: false,
        parsesDates: false,
        parsesNumbers: false,
        parsesAddresses: false,
        putsByName: false,
      },
      ...{ names: [], literals: [] },
    },
    hasErrors: hasErrors(stage, end.ended),
    isKept: ({ call }) => stage.isKept(call),
    saidOtherwise: ({ call }) => stage.saidOtherwise(call),
    reads: ({ call }) => stage.effects.claimOf(call).effect === 'read',
    isDiscarded: (entry) => !pathsRead.has(taskOf(entry)),
    pathsRead: (entry) => pathsRead.get(taskOf(entry)) ?? [],
    async playOn(variant) {
      const log: WatchedCondition[] = []
      const played = await executeWorkflow(workflow, {
        concurrency: 1,
        call: variant.call,
        watch: (comparison, sides, outcome) =>
          void log.push(watched(comparisons.indexOf(comparison), comparison, sides, outcome)),
        ...defined({ signal: settings.signal }),
      })
      return traceOf(played, log)
    },
  }
}

/** The comparisons of all tasks, numbered as they are watched. */
export function conditionsOf({ tasks }: Workflow): readonly Condition[] {
  return tasks.flatMap(({ when = [], line, column }) =>
    when.map(({ left, operator, right }) => ({
      line,
      column,
      text: `${left} ${operator} ${JSON.stringify(right)}`,
    })),
  )
}

function watched(
  id: number,
  { operator }: Comparison,
  [left, right]: readonly [JsonValue | undefined, JsonValue],
  outcome: boolean,
): WatchedCondition {
  if (operator === 'exists') return { id, kind: 'nullish', outcome: !outcome, operands: [operand(left)] }
  if (operator === 'in') return { id, kind: 'includes', outcome, operands: [operand(right), operand(left)] }
  return { id, kind: operator, outcome, operands: [operand(left), operand(right)] }
}

/** As a guest tells them. */
function operand(value: JsonValue | undefined): JsonValue {
  if (value === undefined) return { k: 'undefined' }
  if (isJsonArray(value)) return { k: 'list', length: value.length, items: value.slice(0, 50) }
  return value
}

function traceOf(
  { ended, why, tasks }: WorkflowExecutionEnd,
  log: readonly WatchedCondition[],
): Omit<Trace, 'calls' | 'refused'> {
  const told = { log, values: [], isCut: false, looksAtClock: false, drawsChance: false }
  // What each task answered stands in the result by definition; what became of it is told by its state.
  const states = tasks.map(({ result: { id, state } }) => [id, state])
  return { ended, error: why, result: Object.fromEntries(states), resultUnknownAt: [], watched: told }
}
