/** Reads one page of a tools/list answer (specification: server/tools, listing tools). */
import { isJsonObject, type JsonObject, type JsonValue, shorten } from '../base/index.js'
import type { Reading, ToolPage } from './codec.js'
import type { Tool, ToolAnnotations } from './tool.js'

/** A tool that cannot be used is left out and complained about; the others stay, with every field they came with. */
export function readToolPage(result: JsonValue): Reading<ToolPage> {
  if (!isJsonObject(result) || !Array.isArray(result.tools))
    return { kind: 'unusable', reason: 'the result has no array "tools"' }
  const complaints: string[] = []
  const tools = result.tools.flatMap((item: JsonValue) => readTool(item, complaints))
  const { nextCursor } = result
  if (nextCursor !== undefined && typeof nextCursor !== 'string')
    complaints.push(`nextCursor is ${shown(nextCursor)}, not a string; taken for the end of the list`)
  return {
    kind: 'read',
    value: { tools, ...(typeof nextCursor === 'string' ? { nextCursor } : {}) },
    complaints,
  }
}

function readTool(item: JsonValue, complaints: string[]): Tool[] {
  if (!isJsonObject(item) || typeof item.name !== 'string' || item.name === '') {
    complaints.push(`a tool without a name was left out: ${shown(item)}`)
    return []
  }
  const tool = withoutBrokenMembers(item, item.name, complaints)
  if (isTool(tool)) return [tool]
  complaints.push(`tool "${item.name}" was left out: it has no inputSchema object`)
  return []
}

/** A claim of the wrong type must not be mistaken for one of the right type: "false" is not false. */
function withoutBrokenMembers(item: JsonObject, name: string, complaints: string[]): JsonObject {
  const broken = Object.keys(MEMBERS).filter((key) => {
    const value = item[key]
    return value !== undefined && MEMBERS[key]?.(value) === false
  })
  for (const key of broken)
    complaints.push(`tool "${name}": ${key} is ${shown(item[key] ?? null)}, and was left out`)
  return Object.fromEntries(Object.entries(item).filter(([key]) => !broken.includes(key)))
}

const MEMBERS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  title: isString,
  description: isString,
  outputSchema: (value) => isJsonObject(value) || typeof value === 'boolean',
  annotations: isAnnotations,
  _meta: isJsonObject,
}

function isString(value: JsonValue): boolean {
  return typeof value === 'string'
}

function isAnnotations(value: JsonValue): value is JsonObject & ToolAnnotations {
  return (
    isJsonObject(value) &&
    (value.title === undefined || isString(value.title)) &&
    [value.readOnlyHint, value.destructiveHint, value.idempotentHint, value.openWorldHint].every(
      (hint) => hint === undefined || typeof hint === 'boolean',
    )
  )
}

/** The optional members have been checked before. */
function isTool(value: JsonObject): value is JsonObject & Tool {
  return isJsonObject(value.inputSchema)
}

function shown(value: JsonValue): string {
  return shorten(JSON.stringify(value), 200)
}
