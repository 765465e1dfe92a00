/** Goes through a syntax tree without recursion: chains of a thousand calls are as deep as they are long. */
import type { AnyNode } from 'acorn'

export interface Visitor {
  /** Before the children of the node. */
  enter(node: AnyNode): void
  /** After them. */
  leave?(node: AnyNode): void
}

export function walk(root: AnyNode, visitor: Visitor): void {
  const stack: { readonly node: AnyNode; readonly entered: boolean }[] = [{ node: root, entered: false }]
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { node, entered } = step
    if (entered) {
      visitor.leave?.(node)
      continue
    }
    visitor.enter(node)
    stack.push({ node, entered: true })
    for (const child of childrenOf(node).reverse()) stack.push({ node: child, entered: false })
  }
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

/** Only nodes have a `type` in acorn's trees; the `regex` and `value` of a literal have not. */
function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
