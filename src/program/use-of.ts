/** What a program does with a value that it reads: what would happen if there were none. */
import type { AnyNode, Pattern } from 'acorn'

export type Use =
  /** The program throws at this node when the value is undefined. */
  | { readonly kind: 'needed'; readonly at: AnyNode }
  /** The program looks whether there is one. */
  | { readonly kind: 'tested' }
  /** The program puts something there itself. */
  | { readonly kind: 'set' }
  /** It is handed on, and what becomes of it is not followed. */
  | { readonly kind: 'passed' }

/** `above`: the nodes around it, outermost first. */
export function useOf(node: AnyNode, above: readonly AnyNode[]): Use {
  const parent = above.at(-1)
  if (parent === undefined) return PASSED
  switch (parent.type) {
    case 'ChainExpression':
      return useOf(parent, above.slice(0, -1))
    case 'MemberExpression':
      if (parent.object !== node) return PASSED
      return parent.optional ? TESTED : needed(parent.property)
    case 'CallExpression':
      if (parent.callee === node) return parent.optional ? TESTED : needed(memberOf(node))
      return isTest(parent.callee) ? TESTED : PASSED
    case 'NewExpression':
      return parent.callee === node ? needed(node) : PASSED
    case 'TaggedTemplateExpression':
      return parent.tag === node ? needed(node) : PASSED
    case 'SpreadElement':
      // Spread into an object, nothing is nothing.
      return above.at(-2)?.type === 'ObjectExpression' ? PASSED : needed(node)
    case 'ForOfStatement':
      return parent.right === node ? needed(node) : PASSED
    case 'VariableDeclarator':
      return parent.init === node && isTakenApart(parent.id) ? needed(parent.id) : PASSED
    case 'AssignmentExpression':
      return parent.left === node ? SET : PASSED
    case 'LogicalExpression':
      return parent.left === node ? TESTED : useOf(parent, above.slice(0, -1))
    case 'BinaryExpression':
      if (parent.operator === 'in' || parent.operator === 'instanceof')
        return parent.right === node ? needed(node) : PASSED
      return COMPARISONS.has(parent.operator) ? TESTED : PASSED
    case 'UnaryExpression':
      return TESTS.has(parent.operator) ? TESTED : PASSED
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return parent.test === node ? TESTED : PASSED
    case 'UpdateExpression':
      return TESTED
    default:
      return PASSED
  }
}

const TESTED: Use = { kind: 'tested' }
const SET: Use = { kind: 'set' }
const PASSED: Use = { kind: 'passed' }
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '===', '!=='])
const TESTS: ReadonlySet<string> = new Set(['!', 'typeof', 'void', 'delete'])

function needed(at: AnyNode): Use {
  return { kind: 'needed', at }
}

/** What the engine points at when a member is no function. */
function memberOf(callee: AnyNode): AnyNode {
  return callee.type === 'MemberExpression' ? callee.property : callee
}

/** Whether a pattern reads members or items of what it takes apart. */
export function isTakenApart({ type }: Pattern): boolean {
  return type === 'ObjectPattern' || type === 'ArrayPattern'
}

/** `Array.isArray(…)` and `Boolean(…)`. */
function isTest(callee: AnyNode): boolean {
  if (callee.type === 'Identifier') return callee.name === 'Boolean'
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'Array' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'isArray'
  )
}
