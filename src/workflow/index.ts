export type {
  Comparison,
  Condition,
  Task,
  TaskReply,
  TaskResult,
  Workflow,
  WorkflowParsing,
} from './workflow.js'
