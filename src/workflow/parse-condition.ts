/** The `when` of a task: `{ "$OUTPUT[list].content": { "!=": "" } }`. */

import type { JsonValue } from '../base/index.js'
import { textsIn } from '../base/index.js'
import { type DocumentNode, describeNode, jsonOf, type MemberNode } from '../document/index.js'
import type { Problems } from './problems.js'
import { parseTemplate, type TemplatePart, wholeReference } from './reference.js'
import type { Comparison, Condition } from './workflow.js'

/** The comparisons, or undefined when there is no condition; tells every problem it finds. */
export function parseCondition(node: DocumentNode | undefined, problems: Problems): Condition | undefined {
  if (node === undefined) return undefined
  if (node.kind === 'map' && node.members.length > 0)
    return node.members.flatMap((member) => parseReferenceTests(member, problems))
  const found = node.kind === 'map' ? 'an empty object' : describeNode(node)
  problems.add('WORKFLOW_INVALID', node, `"when" is an object of references and their tests, not ${found}`)
  return undefined
}

function parseReferenceTests(member: MemberNode, problems: Problems): Comparison[] {
  const { key: left, value: tests } = member
  if (wholeReference(parseTemplate(left)) === undefined)
    problems.add(
      'REFERENCE_INVALID',
      member,
      `"when" tests references such as $OUTPUT[id].path, not "${left}"`,
    )
  if (tests.kind === 'map' && tests.members.length > 0)
    return tests.members.flatMap((test) => parseComparison(left, test, problems))
  problems.add('WORKFLOW_INVALID', tests, `The test of ${left} is an object such as { "==": 1 }`)
  return []
}

function parseComparison(left: string, test: MemberNode, problems: Problems): Comparison[] {
  const operator = OPERATORS.find((each) => each === test.key)
  if (operator === undefined) {
    problems.add('WORKFLOW_INVALID', test, `Unknown operator "${test.key}": there are ${OPERATORS.join(' ')}`)
    return []
  }
  const right = jsonOf(test.value)
  const parts = textsIn(right).flatMap(parseTemplate)
  if (parts.some(({ kind }) => kind === 'malformed'))
    problems.add('REFERENCE_INVALID', test.value, `Cannot read a reference in the test of ${left}`)
  else if (!isDecidedLater(right, parts) && !RIGHT_SIDE[operator].allows(right))
    problems.add('WORKFLOW_INVALID', test.value, `"${operator}" needs ${RIGHT_SIDE[operator].needs}`)
  return [{ left, operator, right }]
}

const OPERATORS = ['==', '!=', '>', '>=', '<', '<=', 'in', 'exists'] as const

/** By the reference that it is, or by those within it; a text with references in it is a text, whatever they say. */
function isDecidedLater(right: JsonValue, parts: readonly TemplatePart[]): boolean {
  return typeof right === 'string'
    ? wholeReference(parts) !== undefined
    : parts.some(({ kind }) => kind === 'reference')
}

/** What may stand on the right of an operator, where no reference decides that later. */
const ANYTHING = { needs: 'a value', allows: () => true }
const ORDERED = {
  needs: 'a number or a string',
  allows: (right: JsonValue) => typeof right === 'number' || typeof right === 'string',
}
const RIGHT_SIDE: Readonly<
  Record<Comparison['operator'], { readonly needs: string; readonly allows: (right: JsonValue) => boolean }>
> = {
  '==': ANYTHING,
  '!=': ANYTHING,
  '>': ORDERED,
  '>=': ORDERED,
  '<': ORDERED,
  '<=': ORDERED,
  in: { needs: 'a list or a string', allows: (right) => Array.isArray(right) || typeof right === 'string' },
  exists: { needs: 'true or false', allows: (right) => typeof right === 'boolean' },
}
