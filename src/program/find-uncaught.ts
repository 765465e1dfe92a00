/** Where the exception of a call is not caught: the call itself or, where something around it catches, what calls the function it stands in. */
import type { AnyNode } from 'acorn'
import type { TextPosition } from '../base/index.js'
import type { ScriptTree } from './parse-script.js'
import { toolName } from './tool-name.js'
import { walk } from './walk.js'

/**
 * The place of a call, at the name that is called → the nearest call without anything around it that catches: itself, or a call of the
 * function that it stands in. Undefined where the text has no such call.
 */
export type UncaughtFinder = (place: TextPosition) => TextPosition | undefined

export function findUncaught(tree: ScriptTree, positionAt: (offset: number) => TextPosition): UncaughtFinder {
  const calls = callsOf(tree, positionAt)
  return ({ line, column }) => {
    const call = calls.find(({ place }) => place.line === line && place.column === column)
    return call && nearest(call, calls, new Set())?.place
  }
}

interface WrittenCall {
  readonly place: TextPosition
  /** The name that is called, where it is no member of anything. */
  readonly name: string | undefined
  readonly isCaught: boolean
  /** The name of the function it stands in; the whole program is one, which nobody calls. */
  readonly inside: string | undefined
}

function nearest(
  call: WrittenCall,
  calls: readonly WrittenCall[],
  seen: Set<WrittenCall>,
): WrittenCall | undefined {
  if (!call.isCaught) return call
  seen.add(call)
  for (const outer of calls) {
    if (call.inside === undefined || outer.name !== call.inside || seen.has(outer)) continue
    const found = nearest(outer, calls, seen)
    if (found !== undefined) return found
  }
  return undefined
}

function callsOf(tree: ScriptTree, positionAt: (offset: number) => TextPosition): readonly WrittenCall[] {
  const calls: WrittenCall[] = []
  const above: AnyNode[] = []
  walk(tree.script, {
    enter(node) {
      above.push(node)
      if (node.type !== 'CallExpression') return
      const { callee } = node
      // A function without a name is taken for one that runs where it stands.
      const own = above.findLastIndex((each, i) => nameOf(each, above[i - 1]) !== undefined)
      const around = above.slice(own + 1)
      calls.push({
        place: positionAt(tree.offsetOf(toolName(callee))),
        name: callee.type === 'Identifier' ? callee.name : undefined,
        isCaught: around.some((each, i) => catches(each, around[i + 1])),
        inside: nameOf(above[own], above[own - 1]),
      })
    },
    leave: () => void above.pop(),
  })
  return calls
}

/** Of a function: what it is called by. */
function nameOf(node: AnyNode | undefined, around: AnyNode | undefined): string | undefined {
  if (node?.type === 'FunctionDeclaration') return node.id?.name
  if (node?.type !== 'FunctionExpression' && node?.type !== 'ArrowFunctionExpression') return undefined
  return around?.type === 'VariableDeclarator' && around.id.type === 'Identifier' ? around.id.name : undefined
}

/** `inner`: the part of the node that the call stands in. */
function catches(node: AnyNode, inner: AnyNode | undefined): boolean {
  if (inner === undefined) return false
  if (node.type === 'TryStatement') return node.handler != null && inner === node.block
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const { name } = callee.property
  if (name === 'allSettled') return inner !== callee
  return inner === callee && (name === 'catch' || (name === 'then' && node.arguments.length > 1))
}
