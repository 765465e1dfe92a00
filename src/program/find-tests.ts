/** What has to come out in some way before a call is made: the tests around it, and those before it that leave early. */
import type { AnyNode } from 'acorn'
import { positionKey, type TextPosition } from '../base/index.js'
import type { ScriptTree } from './parse-script.js'
import { toolName } from './tool-name.js'
import { walk } from './walk.js'

export interface Test extends TextPosition {
  readonly end: TextPosition
  /** As it stands in the program. */
  readonly text: string
}

/** The place of a call, at the name that is called → the tests that it stands behind, the nearest first. */
export type TestFinder = (place: TextPosition) => readonly Test[]

export function findTests(
  tree: ScriptTree,
  code: string,
  positionAt: (offset: number) => TextPosition,
): TestFinder {
  const found = new Map<string, readonly Test[]>()
  const above: AnyNode[] = []
  const shift = tree.offsetOf({ start: 0 })
  walk(tree.script, {
    enter(node) {
      above.push(node)
      if (node.type !== 'CallExpression') return
      const tests = above.flatMap((each, i) => testsIn(each, above[i + 1])).map(toTest)
      found.set(positionKey(positionAt(tree.offsetOf(toolName(node.callee)))), tests.reverse())
    },
    leave: () => void above.pop(),
  })
  return (place) => found.get(positionKey(place)) ?? []

  function toTest({ start, end }: AnyNode): Test {
    const text = code.slice(start + shift, end + shift).replaceAll(/\s+/g, ' ')
    const shown = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
    return { ...positionAt(start + shift), end: positionAt(end + shift), text: shown }
  }
}

const LONGEST_TEXT = 120

/** `inner`: the part of the node that the call stands in. The outermost first. */
function testsIn(node: AnyNode, inner: AnyNode | undefined): readonly AnyNode[] {
  if (inner === undefined) return []
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return inner === node.test ? [] : [node.test]
    case 'LogicalExpression':
      return inner === node.right ? [node.left] : []
    case 'WhileStatement':
    case 'ForStatement':
      return inner === node.body && node.test != null ? [node.test] : []
    case 'ForOfStatement':
    case 'ForInStatement':
      return inner === node.body ? [node.right] : []
    case 'SwitchStatement':
      return inner === node.discriminant ? [] : [node.discriminant]
    case 'BlockStatement':
      return node.body.slice(0, indexIn(node.body, inner)).flatMap(leaves)
    default:
      return []
  }
}

function indexIn(nodes: readonly AnyNode[], node: AnyNode): number {
  return Math.max(0, nodes.indexOf(node))
}

/** The test of what leaves early where it holds, or where it does not. */
function leaves(statement: AnyNode): readonly AnyNode[] {
  if (statement.type !== 'IfStatement') return []
  const ways = [statement.consequent, ...(statement.alternate ? [statement.alternate] : [])]
  return ways.some(ends) ? [statement.test] : []
}

function ends(statement: AnyNode): boolean {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement
  return last !== undefined && ENDS.has(last.type)
}

const ENDS: ReadonlySet<string> = new Set([
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
  'ContinueStatement',
])
