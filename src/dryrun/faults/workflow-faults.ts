/** The faults of a workflow: a task that fails takes with it what depends on it, and the others go on. */
import { defined } from '../../base/index.js'
import { executeWorkflow, type WorkflowExecutionEnd } from '../../execution/index.js'
import { referencesOf, type Workflow } from '../../workflow/index.js'
import type { RehearsalSettings } from '../options.js'
import type { Faults } from '../report.js'
import type { Stage } from '../stage.js'
import { findFaults } from './find-faults.js'
import { NOT_COMPLETED } from './program-faults.js'

/** Undefined where nobody asked for them. Throws as an execution does. */
export async function workflowFaults(
  workflow: Workflow,
  end: WorkflowExecutionEnd,
  stage: Stage,
  settings: RehearsalSettings,
): Promise<Faults | undefined> {
  if (settings.faults !== true) return undefined
  if (end.ended !== 'completed') return NOT_COMPLETED
  const read = new Set(workflow.tasks.flatMap((task) => referencesOf(task).map(({ id }) => id)))
  return await findFaults({
    ...{ stage, settings },
    isDiscarded: ({ call: { site } }) =>
      !workflow.tasks.some(
        ({ id, line, column }) => read.has(id) && line === site?.line && column === site.column,
      ),
    // It has no timers, and nothing that catches.
    longestWaitMs: undefined,
    uncaught: () => undefined,
    async play(call, mostCalls) {
      const { ended, why } = await executeWorkflow(workflow, {
        ...{ concurrency: 1, callLimit: mostCalls, call },
        ...defined({ signal: settings.signal }),
      })
      return { ended, ...defined({ why }) }
    },
  })
}
