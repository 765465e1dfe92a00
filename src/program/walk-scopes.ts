/** Goes through a syntax tree and knows at each node which names are in scope. */
import type { AnyNode } from 'acorn'
import type { Scope, Scopes } from './scope.js'
import { walk } from './walk.js'

/**
 * Visits every node with the innermost scope that holds there; a node that opens a scope is visited inside it.
 * `above` are the nodes around it, outermost first; the list holds for the visit alone.
 */
export function walkScopes(
  root: AnyNode,
  scopes: Scopes,
  visit: (node: AnyNode, scope: Scope, above: readonly AnyNode[]) => void,
): void {
  const open: Scope[] = []
  const above: AnyNode[] = []
  walk(root, {
    enter(node) {
      const own = scopes.get(node)
      if (own !== undefined) open.push(own)
      const scope = open.at(-1)
      if (scope !== undefined) visit(node, scope, above)
      above.push(node)
    },
    leave(node) {
      above.pop()
      if (scopes.has(node)) open.pop()
    },
  })
}
