/** Where an expression leads, seen from the call of a tool: to its result, or to something in it. */
import type { AnyNode, CallExpression } from 'acorn'
import { lookUpName, type Scope } from './scope.js'
import { staticKey } from './static-key.js'
import { toolPath } from './tool-path.js'

export interface ResultPath {
  readonly call: CallExpression
  readonly server: string
  readonly tool: string
  /** Names and indexes; empty for the result itself. */
  readonly path: readonly (string | number)[]
}

/** Follows members and constants back to an awaited call; undefined when it leads elsewhere or cannot be told from the text. */
export function resultPath(expression: AnyNode, scope: Scope): ResultPath | undefined {
  let node: AnyNode = expression
  let place = scope
  let path: (string | number)[] = []
  let isAwaited = false
  for (let step = 0; step < MAX_STEPS; step++) {
    if (node.type === 'ChainExpression') node = node.expression
    else if (node.type === 'AwaitExpression') {
      isAwaited = true
      node = node.argument
    } else if (node.type === 'MemberExpression' && !isAwaited) {
      const key = indexOf(node.property, node.computed) ?? staticKey(node.property, node.computed)
      if (key === undefined) return undefined
      path = [key, ...path]
      node = node.object
    } else if (node.type === 'Identifier') {
      const binding = lookUpName(node.name, place)
      if (binding?.kind !== 'alias' || (isAwaited && binding.keys.length > 0)) return undefined
      path = [...binding.keys, ...path]
      node = binding.from
      place = binding.scope
    } else if (node.type === 'CallExpression' && isAwaited) {
      const [server, tool, ...rest] = toolPath(node.callee, place) ?? []
      if (server === undefined || tool === undefined || rest.length > 0) return undefined
      return { call: node, server, tool, path }
    } else return undefined
  }
  return undefined
}

/** Constants and members that lead on: beyond this many nobody follows. */
const MAX_STEPS = 32

function indexOf(key: AnyNode, computed: boolean): number | undefined {
  if (!computed || key.type !== 'Literal' || typeof key.value !== 'number') return undefined
  return Number.isSafeInteger(key.value) && key.value >= 0 ? key.value : undefined
}
