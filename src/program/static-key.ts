/** Keys that stand in the text. */
import type { AnyNode } from 'acorn'

/** The key of a member or property: an identifier, a string, or a template without expressions; else undefined. */
export function staticKey(key: AnyNode, computed: boolean): string | undefined {
  if (key.type === 'Identifier' && !computed) return key.name
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0)
    return key.quasis[0]?.value.cooked ?? undefined
  return undefined
}
