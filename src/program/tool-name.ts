/** The name by which a tool is called. */
import type { AnyNode } from 'acorn'

/** The part of a callee that names the tool. */
export function toolName(callee: AnyNode): AnyNode {
  if (callee.type === 'ChainExpression' || callee.type === 'ParenthesizedExpression')
    return toolName(callee.expression)
  return callee.type === 'MemberExpression' ? callee.property : callee
}
