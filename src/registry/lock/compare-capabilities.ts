/** What a server can do beside its tools. */
import { isJsonObject, isSameJson, type JsonObject, type JsonValue, toPointer } from '../../base/index.js'
import type { ToolChange } from './contract-change.js'

/** Nothing is said where one side is not known: tools may come from a file. */
export function compareCapabilities(
  was: JsonObject | undefined,
  now: JsonObject | undefined,
): readonly ToolChange[] {
  return was === undefined || now === undefined ? [] : compareMembers(was, now, [])
}

function compareMembers(was: JsonObject, now: JsonObject, path: readonly string[]): ToolChange[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])].sort()
  return names.flatMap((name) => compareValues(own(was, name), own(now, name), [...path, name]))
}

function own(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function compareValues(
  was: JsonValue | undefined,
  now: JsonValue | undefined,
  path: readonly string[],
): ToolChange[] {
  // A capability that is false is not there.
  const [had, has] = [isThere(was), isThere(now)]
  if (had && !has) return [changeAt(path, 'breaking', 'is lost')]
  if (!had && has) return [changeAt(path, 'additive', 'is new')]
  if (isJsonObject(was) && isJsonObject(now)) return compareMembers(was, now, path)
  return had && !isSameJson(was, now) ? [changeAt(path, 'risky', 'is another one now')] : []
}

function isThere(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== false && value !== null
}

function changeAt(path: readonly string[], name: ToolChange['class'], what: string): ToolChange {
  const message = `The capability ${JSON.stringify(path.join('.'))} ${what}`
  return { class: name, part: 'capabilities', pointer: toPointer(path), message }
}
