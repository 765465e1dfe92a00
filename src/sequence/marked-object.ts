/** Objects of which a template or a promise says something else than their members: the marks, and what bears one by chance. */
import type { JsonObject, JsonValue } from '../base/index.js'

/**
 * An object whose names may have been marked, too. Such ones are `$object`; one of a single member whose name is a mark is `$plain`,
 * where `mayBeMark` says that it could be read as one.
 */
export function markedObject(
  members: readonly (readonly [name: JsonValue, member: JsonValue])[],
  marks: ReadonlySet<string>,
  mayBeMark = true,
): JsonObject {
  if (members.some(([name]) => typeof name !== 'string'))
    return { $object: members.map(([name, member]) => [name, member]) }
  const plain: JsonObject = Object.fromEntries(members.map(([name, member]) => [String(name), member]))
  return mayBeMark && members.length === 1 && marks.has(String(members[0]?.[0])) ? { $plain: plain } : plain
}
