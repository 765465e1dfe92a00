/** Reads a tool as a server lists it (specification: server/tools, listing tools). */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import { shown } from './shown.js'
import type { Tool, ToolAnnotations } from './tool.js'
import { isText, wellTyped } from './well-typed.js'

/** None without a name or an input schema; else the tool, without members of the wrong type. */
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
