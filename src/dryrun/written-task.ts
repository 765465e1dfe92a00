/** A task of a workflow as a call that stands in the text of a plan. */
import { type JsonValue, toPointer } from '../base/index.js'
import type { Task } from '../workflow/index.js'
import type { WrittenCall } from './plan-check.js'

export function writtenTask({ server, tool, line, column, arguments: value }: Task): WrittenCall {
  const holes = referencePlaces(value)
  return {
    server,
    tool,
    line,
    column,
    arguments: { value, holes, open: [], positionOf: () => ({ line, column }) },
  }
}

/** Pointers to strings that a reference may change. */
function referencePlaces(value: JsonValue, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return value.includes('$OUTPUT[') ? [toPointer(path)] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => referencePlaces(member, [...path, key]))
}
