/** A tool as a server lists it (specification: schema.ts, Tool). */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import { isText, shown, wellTyped } from './well-typed.js'

/** Claims of the server about its tool; defaults are pessimistic, and none of them is enforced. */
export interface ToolAnnotations {
  readonly title?: string
  /** Default false. */
  readonly readOnlyHint?: boolean
  /** Default true; meaningful only when not read-only. */
  readonly destructiveHint?: boolean
  /** Default false; meaningful only when not read-only. */
  readonly idempotentHint?: boolean
  /** Default true. */
  readonly openWorldHint?: boolean
}

export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  /** A JSON Schema with `type: "object"` at its root. */
  readonly inputSchema: JsonObject
  /** A JSON Schema; absent in nine of ten real tools. From 2026-07-28 on, of any type. */
  readonly outputSchema?: JsonValue
  readonly annotations?: ToolAnnotations
  /** How it is executed; of 2025-11-25 alone. `taskSupport`: whether a call may, or has to, be made as a task. */
  readonly execution?: JsonObject
  readonly _meta?: JsonObject
}

/**
 * Reads a tool as a server lists it (specification: server/tools, listing tools).
 * None without a name or an input schema; else the tool, without members of the wrong type.
 */
export function readTool(item: JsonValue, complaints: string[]): Tool[] {
  if (!isJsonObject(item) || typeof item.name !== 'string' || item.name === '') {
    complaints.push(`a tool without a name was left out: ${shown(item)}`)
    return []
  }
  const tool = wellTyped(item, MEMBERS, `tool "${item.name}"`, complaints)
  if (isTool(tool)) return [tool]
  complaints.push(`tool "${item.name}" was left out: it has no inputSchema object`)
  return []
}

const MEMBERS = {
  title: isText,
  description: isText,
  outputSchema: (value: JsonValue) => isJsonObject(value) || typeof value === 'boolean',
  annotations: isAnnotations,
  execution: isJsonObject,
  _meta: isJsonObject,
}

function isAnnotations(value: JsonValue): value is JsonObject & ToolAnnotations {
  return (
    isJsonObject(value) &&
    (value.title === undefined || isText(value.title)) &&
    [value.readOnlyHint, value.destructiveHint, value.idempotentHint, value.openWorldHint].every(
      (hint) => hint === undefined || typeof hint === 'boolean',
    )
  )
}

/** The optional members have been checked before. */
function isTool(value: JsonObject): value is JsonObject & Tool {
  return isJsonObject(value.inputSchema)
}
