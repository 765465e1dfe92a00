/** TypeScript as a tree: the parser of vitest's own toolchain, and a walk over it. */
import { parseAst } from 'vitest/node'

/** A node of ESTree or of its TypeScript extension. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** Parses TypeScript. Throws with the position when the text does not parse. */
export function parseTypeScript(text: string): SyntaxNode {
  const program: unknown = parseAst(text, { lang: 'ts' })
  if (!isNode(program)) throw new TypeError('The parser gave no syntax tree')
  return program
}

/** Visits every node, parents first, with the chain of nodes above it (nearest first). */
export function walk(
  root: SyntaxNode,
  visit: (node: SyntaxNode, above: readonly SyntaxNode[]) => void,
  above: readonly SyntaxNode[] = [],
): void {
  visit(root, above)
  let inside: readonly SyntaxNode[] | undefined
  const enter = (child: unknown): void => {
    if (!isNode(child)) return
    inside ??= [root, ...above]
    walk(child, visit, inside)
  }
  // Most fields of most nodes are texts and numbers, and there are millions.
  for (const field in root) {
    const value = root[field]
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) value.forEach(enter)
    else enter(value)
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The node in a field; undefined when there is none. */
export function nodeAt(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  const value = node?.[field]
  return isNode(value) ? value : undefined
}

/** The nodes in a list field. */
export function nodesAt(node: SyntaxNode | undefined, field: string): readonly SyntaxNode[] {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name of an identifier, or of a name that is written as a string. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Identifier' && typeof node.name === 'string' ? node.name : textOf(node)
}

/** The text of a string literal; undefined for everything that is computed. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}
