/** The names that a schema gives to members, at any depth: what a validator may speak of. */
import { isJsonArray, isJsonObject, type JsonValue } from '../base/index.js'
import { childrenOf } from './value-places.js'

export interface DeclaredMembers {
  readonly names: ReadonlySet<string>
  /** Those that have a `default`: some generators require them nevertheless. */
  readonly withDefault: ReadonlySet<string>
}

/** Reads them off a schema that has been admitted. */
export function declaredMembers(schema: JsonValue): DeclaredMembers {
  const names = new Set<string>()
  const withDefault = new Set<string>()
  visit(schema)
  return { names, withDefault }

  function visit(value: JsonValue): void {
    for (const [keyword, child] of childrenOf(value)) {
      if (keyword === 'properties' && isJsonObject(child)) childrenOf(child).forEach(take)
      if (keyword === 'required' && isJsonArray(child)) for (const name of child) names.add(String(name))
      if (isJsonArray(child) || isJsonObject(child)) visit(child)
    }
  }

  function take([name, member]: readonly [string | number, JsonValue]): void {
    names.add(String(name))
    if (isJsonObject(member) && Object.hasOwn(member, 'default')) withDefault.add(String(name))
  }
}
