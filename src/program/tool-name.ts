/** Where a call stands: at the name of its tool. */
import type { AnyNode } from 'acorn'

/** The part of a callee that names the tool. */
export function toolName(callee: AnyNode): AnyNode {
  if (callee.type === 'ChainExpression') return toolName(callee.expression)
  return callee.type === 'MemberExpression' ? callee.property : callee
}
