export type { WatchComparison } from './evaluate-condition.js'
export { parseWorkflow } from './parse-workflow.js'
export { escapeReferences, referencesOf, writeReference } from './reference.js'
export { resolveWritten } from './resolve-value.js'
export { runWorkflow, type WorkflowRunOptions } from './run-workflow.js'
export type {
  CallTask,
  Comparison,
  Condition,
  Task,
  TaskContext,
  TaskReply,
  TaskResult,
  Workflow,
  WorkflowParsing,
  WorkflowRun,
} from './workflow.js'
