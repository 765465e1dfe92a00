/** `execute_dag`: a workflow, which is a graph of calls. */
import { isJsonObject, type JsonValue, UsageError } from '../../base/index.js'
import type { OwnTool } from '../service/gateway-parts.js'
import { createExecuteTool } from './execute-tool.js'
import { type Plans, workflowPlan } from './plans.js'

const NAME = 'execute_dag'

export function createExecuteDag(plans: Plans): OwnTool {
  return createExecuteTool(
    {
      name: NAME,
      title: 'Execute a workflow',
      description:
        'Runs a workflow of tool calls: {"tasks":[{"id":"list","tool":"SERVER:TOOL","arguments":{…},"depends_on":["other"],"when":{"$OUTPUT[other].count":{">":0}}}]}. "$OUTPUT[id].path[0].field" in arguments takes a value of an earlier task and implies the dependency; tasks that wait for nothing run in parallel; a failed task fails what depends on it.',
      argument: 'workflow',
      argumentSchema: {
        // Not a list of types: some providers of models take only one for each schema.
        anyOf: [{ type: 'object' }, { type: 'string' }],
        description: 'The workflow, as an object or as text in JSON or YAML',
      },
      read: (args) => workflowPlan(workflowIn(args.any('workflow'))),
      expected: ({ text, fileName }) => (fileName.endsWith('.json') ? taskCount(text) : undefined),
    },
    plans,
  )
}

function workflowIn(value: JsonValue | undefined) {
  if (typeof value === 'string' || isJsonObject(value)) return value
  const found = value === undefined ? 'is missing' : 'must be an object with "tasks", or a text'
  throw new UsageError('USAGE', `Cannot call ${NAME}: workflow ${found}`, {
    hint: 'such as {"tasks": [{"id": "read", "tool": "memory:read_graph"}]}',
  })
}

/** For progress alone: whether the text is right is not asked here. */
function taskCount(text: string): number | undefined {
  try {
    const workflow: unknown = JSON.parse(text)
    return isJsonObject(workflow) && Array.isArray(workflow.tasks) ? workflow.tasks.length : undefined
  } catch {
    // The rehearsal says what is wrong with it.
    return undefined
  }
}
