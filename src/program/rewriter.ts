/** What puts the watcher around parts of a program's text has in common. */
import type { AnyNode } from 'acorn'
import type { Edits } from './edits.js'
import { walk } from './walk.js'

export interface Rewriter {
  readonly watcher: string
  readonly edits: Edits
  /** Parts of a chain that may end early. */
  readonly inChain: Set<AnyNode>
  /** What is assigned to: nothing is looked up there. */
  readonly targets: Set<AnyNode>
  /** Calls whose result nobody takes. */
  readonly discarded: Set<AnyNode>
  /** The offset in the code of one in the tree. */
  at(offset: number): number
  number(node: AnyNode): number
}

/** Whether it may end early, as the part of a chain. */
export function hasOptional(node: AnyNode): boolean {
  if (node.type === 'MemberExpression') return node.optional || hasOptional(node.object)
  if (node.type === 'CallExpression') return node.optional || hasOptional(node.callee)
  return false
}

/** How much of the parentheses around what ends here stands before a sign. */
export function closing(edits: Edits, end: number, sign: string): number {
  return (edits.find(sign, end, end + 200) ?? end) - end
}

/** Whether other code may run in the midst of it. */
export function mayPause(node: AnyNode): boolean {
  let found = false
  walk(node, {
    enter({ type }) {
      found ||= type === 'AwaitExpression' || type === 'YieldExpression'
    },
  })
  return found
}
