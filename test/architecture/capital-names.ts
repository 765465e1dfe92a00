/** Names in capitals that stand in code as text: codes of findings, of errors, of problems. */
import { nameOf, nodeAt, nodesAt, parseTypeScript, type SyntaxNode, textOf, walk } from './syntax.js'

/** Every literal like `SYNTAX_ERROR`, and every literal in capitals that is the `code` of an object. */
export function capitalNames(text: string): string[] {
  const found: string[] = []
  walk(parseTypeScript(text), (node, [parent]) => {
    const literal = wholeText(node)
    if (literal === undefined) return
    const isCode = parent?.type === 'Property' && nameOf(nodeAt(parent, 'key')) === 'code'
    if (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(literal) || (isCode && /^[A-Z]+$/.test(literal)))
      found.push(literal)
  })
  return found
}

function wholeText(node: SyntaxNode): string | undefined {
  if (node.type !== 'TemplateLiteral') return textOf(node)
  const [only, ...others] = nodesAt(node, 'quasis')
  const value = only?.value
  if (others.length > 0 || typeof value !== 'object' || value === null || !('cooked' in value))
    return undefined
  return typeof value.cooked === 'string' ? value.cooked : undefined
}
