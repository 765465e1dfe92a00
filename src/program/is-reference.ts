import type { AnyNode } from 'acorn'

/** Whether a name is read where it stands. `above`: the nodes around it, the outermost first. False where it is declared, or names a member. */
export function isReference(node: AnyNode, above: readonly AnyNode[]): boolean {
  const parent = above.at(-1)
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed
    case 'Property':
      return above.at(-2)?.type !== 'ObjectPattern' && (parent.value === node || parent.computed)
    case 'VariableDeclarator':
      return parent.init === node
    case 'AssignmentPattern':
      return parent.right === node
    case 'ArrowFunctionExpression':
      return parent.body === node
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrayPattern':
    case 'RestElement':
    case 'LabeledStatement':
    case 'MethodDefinition':
      return false
    default:
      return true
  }
}
