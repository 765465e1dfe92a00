/** A workflow file, read and checked: shape, references, dependencies, cycles. Nothing runs. */
import { type Finding, inOneLine } from '../base/index.js'
import {
  type DocumentNode,
  describeNode,
  documentFormat,
  type MapNode,
  parseDocument,
  repeatedMembers,
} from '../document/index.js'
import { checkGraph } from './check-graph.js'
import { parseTask } from './parse-task.js'
import { createProblems, type Problems } from './problems.js'
import type { Task, WorkflowParsing } from './workflow.js'

/**
 * Parses JSON or YAML (by the file's name, else by the first character). Never throws for what stands in the text.
 * Findings: SYNTAX_ERROR, WORKFLOW_INVALID (shape, unknown keys, repeated keys), REFERENCE_INVALID, DUPLICATE_TASK_ID,
 * UNKNOWN_DEPENDENCY, DEPENDENCY_CYCLE; at most a hundred are told. All of them are errors, so one is enough for `invalid`.
 */
export function parseWorkflow(text: string, options: { readonly fileName: string }): WorkflowParsing {
  const { fileName } = options
  const parsing = parseDocument(text, { format: documentFormat(fileName, text), exactNumbers: true })
  if (parsing.kind === 'broken') {
    const { message, line, column } = parsing
    return { kind: 'invalid', findings: [syntaxError(`Cannot parse ${fileName}: ${message}`, line, column)] }
  }
  const problems = createProblems(parsing.positionAt)
  const tasks = parseRoot(parsing.root, fileName, problems)
  checkGraph(tasks, problems)
  const { findings } = problems
  return findings.length === 0
    ? { kind: 'ready', workflow: { fileName, tasks }, findings }
    : { kind: 'invalid', findings }
}

function syntaxError(message: string, line: number, column: number): Finding {
  const text = inOneLine(message, 500)
  return { code: 'SYNTAX_ERROR', severity: 'error', certain: true, message: text, line, column }
}

function parseRoot(root: DocumentNode, fileName: string, problems: Problems): Task[] {
  if (root.kind !== 'map') {
    problems.add(
      'WORKFLOW_INVALID',
      root,
      `${fileName} holds ${describeNode(root)}, not an object with "tasks"`,
    )
    return []
  }
  for (const member of repeatedMembers(root))
    problems.add('WORKFLOW_INVALID', member, `The key "${member.key}" is written twice in one object`)
  for (const member of root.members.filter(({ key }) => key !== 'tasks'))
    problems.add('WORKFLOW_INVALID', member, `Unknown key "${member.key}": a workflow has "tasks" alone`)
  return taskNodes(root, problems).flatMap((node) => parseTask(node, problems) ?? [])
}

function taskNodes(root: MapNode, problems: Problems): readonly DocumentNode[] {
  const tasks = root.members.find(({ key }) => key === 'tasks')?.value
  if (tasks?.kind === 'list' && tasks.items.length > 0) return tasks.items
  const found = tasks === undefined ? 'no "tasks"' : `${describeNode(tasks)} as "tasks"`
  problems.add(
    'WORKFLOW_INVALID',
    tasks ?? root,
    `The workflow has ${tasks?.kind === 'list' ? 'no task' : found}: "tasks" is a list of at least one task`,
  )
  return []
}
