/** What a workflow came to, as JSON: the state of each task. */
import { type JsonObject, toPointer } from '../base/index.js'
import type { TaskResult } from '../workflow/index.js'
import type { TaskEnd } from './execute-workflow.js'

export interface WorkflowResult {
  readonly result: JsonObject
  /** JSON Pointers into the result where an unknown value stands (as null). */
  readonly unknownAt: readonly string[]
}

export function workflowResult(tasks: readonly TaskEnd[]): WorkflowResult {
  return {
    result: Object.fromEntries(tasks.map(({ result }) => [result.id, describeResult(result)])),
    unknownAt: tasks.flatMap(({ result }) =>
      result.state === 'done' && result.unknown ? [toPointer([result.id, 'value'])] : [],
    ),
  }
}

function describeResult(result: TaskResult): JsonObject {
  return result.state === 'done'
    ? { state: result.state, value: result.unknown ? null : result.value }
    : { state: result.state, why: result.why }
}
