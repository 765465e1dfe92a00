/** What tools take, as far as an answer that is handed on to one may be more than that. */
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/index.js'
import type { ToolRef } from '../../call/index.js'
import { checkArguments } from '../../plan/index.js'
import type { ToolRegistry } from '../../registry/index.js'

/** What a tool takes. */
export interface TakenArguments {
  /** Each number in its schema that something is held against: lengths, counts, least and greatest numbers. */
  readonly limits: readonly number[]
  /** Values that stand in it, some of which it may forbid. */
  readonly values: readonly JsonValue[]
  breaks(args: JsonValue): boolean
}

/** Of each tool it is found once. */
export function takenArguments(registry: ToolRegistry): (tool: ToolRef) => TakenArguments | undefined {
  const found = new Map<ToolRef, TakenArguments | undefined>()
  return (ref) => {
    if (!found.has(ref)) found.set(ref, takenIn(registry, ref))
    return found.get(ref)
  }
}

function takenIn(registry: ToolRegistry, ref: ToolRef): TakenArguments | undefined {
  const tool = registry.tools.find((each) => each.ref === ref)
  return (
    tool && {
      limits: [...new Set(limitsIn(tool.definition.inputSchema))],
      values: valuesIn(tool.definition.inputSchema).slice(0, MOST_VALUES),
      breaks: (args) => isJsonObject(args) && checkArguments(tool, args, []).issues.length > 0,
    }
  )
}

function limitsIn(schema: JsonValue): readonly number[] {
  if (isJsonArray(schema)) return schema.flatMap(limitsIn)
  if (!isJsonObject(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) =>
    typeof value === 'number' && LIMITS.has(keyword) ? [value] : limitsIn(value),
  )
}

const MOST_VALUES = 20

function valuesIn(schema: JsonValue): readonly JsonValue[] {
  if (isJsonArray(schema)) return schema.flatMap(valuesIn)
  if (!isJsonObject(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'enum' && isJsonArray(value)) return value
    return keyword === 'const' ? [value] : valuesIn(value)
  })
}

const LIMITS: ReadonlySet<string> = new Set([
  ...['maxLength', 'maxItems', 'maxProperties', 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'],
])
