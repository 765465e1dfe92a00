/** The names that patterns bind. */
import type { Pattern } from 'acorn'
import { staticKey } from './static-key.js'

export interface BoundName {
  readonly name: string
  /** The way to it from the value that is taken apart; undefined when that cannot be told. */
  readonly keys: readonly string[] | undefined
}

/** The names in a pattern; `keys` lead to what the pattern takes apart. */
export function boundNames(pattern: Pattern, keys: readonly string[] | undefined): BoundName[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern.name, keys }]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => {
        if (property.type === 'RestElement') return boundNames(property.argument, undefined)
        const key = staticKey(property.key, property.computed)
        return boundNames(
          property.value,
          key === undefined || keys === undefined ? undefined : [...keys, key],
        )
      })
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : boundNames(element, undefined)))
    case 'AssignmentPattern':
      return boundNames(pattern.left, undefined)
    case 'RestElement':
      return boundNames(pattern.argument, undefined)
    case 'MemberExpression':
      return []
  }
}
