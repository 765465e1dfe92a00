/** One task of a workflow file. */
import { defined, type JsonObject } from '../base/index.js'
import { parseToolRef } from '../call/index.js'
import { type DocumentNode, describeNode, jsonObjectOf, type MapNode, memberOf } from '../document/index.js'
import { parseCondition } from './parse-condition.js'
import type { Problems } from './problems.js'
import { parseTemplate, referencesOf } from './reference.js'
import type { Task } from './workflow.js'

const KEYS = ['id', 'tool', 'arguments', 'depends_on', 'dependsOn', 'when']

/** The task, or undefined when it has no usable id or tool; tells every problem it finds. */
export function parseTask(node: DocumentNode, problems: Problems): Task | undefined {
  if (node.kind !== 'map') {
    problems.add(
      'WORKFLOW_INVALID',
      node,
      `A task is an object with "id" and "tool", not ${describeNode(node)}`,
    )
    return undefined
  }
  for (const member of node.members.filter(({ key }) => !KEYS.includes(key)))
    problems.add(
      'WORKFLOW_INVALID',
      member,
      `Unknown key "${member.key}" in a task: it has ${KEYS.join(', ')}`,
    )
  const id = parseId(node, problems)
  const tool = parseTool(node, problems)
  const args = parseArguments(node, problems)
  const when = parseCondition(memberOf(node, 'when'), problems)
  const declared = ['depends_on', 'dependsOn'].flatMap((key) => parseDependencies(node, key, problems))
  if (id === undefined || tool === undefined) return undefined
  const implied = referencesOf({ arguments: args, ...defined({ when }) })
  return {
    id,
    ...tool,
    arguments: args,
    dependsOn: [...new Set([...declared, ...implied.map((each) => each.id)])],
    ...defined({ when }),
    ...problems.positionOf(node),
  }
}

function parseId(task: MapNode, problems: Problems): string | undefined {
  const node = memberOf(task, 'id')
  if (
    node?.kind === 'scalar' &&
    typeof node.value === 'string' &&
    /^[^[\]"'\s\p{Cc}]{1,200}$/u.test(node.value)
  )
    return node.value
  const found = node === undefined ? 'is missing' : `is ${describeNode(node)} that cannot be used`
  problems.add(
    'WORKFLOW_INVALID',
    node ?? task,
    `The id of a task ${found}: it is 1 to 200 characters without spaces, brackets and quotes`,
  )
  return undefined
}

function parseTool(task: MapNode, problems: Problems) {
  const node = memberOf(task, 'tool')
  const tool =
    node?.kind === 'scalar' && typeof node.value === 'string' ? parseToolRef(node.value) : undefined
  if (tool === undefined)
    problems.add(
      'WORKFLOW_INVALID',
      node ?? task,
      node === undefined ? 'A task has no "tool"' : 'The tool of a task is named "SERVER:TOOL"',
    )
  return tool
}

function parseArguments(task: MapNode, problems: Problems): JsonObject {
  const node = memberOf(task, 'arguments')
  if (node === undefined) return {}
  if (node.kind === 'map') {
    checkReferences(node, problems)
    return jsonObjectOf(node)
  }
  problems.add('WORKFLOW_INVALID', node, `The arguments of a task are an object, not ${describeNode(node)}`)
  return {}
}

function checkReferences(node: DocumentNode, problems: Problems): void {
  if (node.kind === 'map') for (const { value } of node.members) checkReferences(value, problems)
  if (node.kind === 'list') for (const item of node.items) checkReferences(item, problems)
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return
  for (const part of parseTemplate(node.value))
    if (part.kind === 'malformed')
      problems.add(
        'REFERENCE_INVALID',
        node,
        `Cannot read the reference "${part.text}": it is $OUTPUT[id].path[0].field, and $$OUTPUT[ where the text itself is meant`,
      )
}

function parseDependencies(task: MapNode, key: string, problems: Problems): string[] {
  const node = memberOf(task, key)
  if (node === undefined) return []
  if (node.kind !== 'list') {
    problems.add('WORKFLOW_INVALID', node, `"${key}" is a list of task ids, not ${describeNode(node)}`)
    return []
  }
  return node.items.flatMap((item) => {
    if (item.kind === 'scalar' && typeof item.value === 'string') return item.value
    problems.add(
      'WORKFLOW_INVALID',
      item,
      `"${key}" is a list of task ids, and one of them is ${describeNode(item)}`,
    )
    return []
  })
}
