/** A call of a tool as a model would write it, with arguments that its schema accepts. */
import { isJsonObject, type JsonObject, type JsonValue, memberAccess } from '../../base/index.js'
import { toolRef } from '../../call/index.js'
import type { RegisteredTool } from '../../registry/index.js'

export interface ExampleCall {
  /** In a program. */
  readonly code: string
  /** In a workflow. */
  readonly task: JsonObject
}

/**
 * The server's own example where its schema has one that fits; else made from the schema, with no more than has to be given. Undefined
 * where no arguments can be made.
 */
export function exampleCall(tool: RegisteredTool): ExampleCall | undefined {
  const args = exampleArguments(tool)
  if (args === undefined) return undefined
  const { server, name } = tool
  const given = Object.keys(args).length === 0 ? '' : JSON.stringify(args)
  return {
    code: `await mcp${memberAccess(server)}${memberAccess(name)}(${given})`,
    task: { id: idOf(name), tool: toolRef({ server, tool: name }), arguments: args },
  }
}

function exampleArguments({ input, definition: { inputSchema } }: RegisteredTool): JsonObject | undefined {
  if (input.kind === 'refused') return undefined
  const { schema } = input
  const fits = (value: JsonValue): value is JsonObject => isJsonObject(value) && schema.holds(value)
  const told = Array.isArray(inputSchema.examples) ? inputSchema.examples.find(fits) : undefined
  if (told !== undefined) return told
  const generated = schema.generate({ seed: 'example' })
  if (generated.kind === 'unsatisfied' || !isJsonObject(generated.value)) return undefined
  return withoutOptional(generated.value, inputSchema, fits)
}

/** What need not be given is left out where the rest is right without it. */
function withoutOptional(
  args: JsonObject,
  { required }: JsonObject,
  fits: (value: JsonValue) => value is JsonObject,
): JsonObject {
  const names = new Set(Array.isArray(required) ? required : [])
  const needed = Object.fromEntries(Object.entries(args).filter(([name]) => names.has(name)))
  return fits(needed) ? needed : args
}

function idOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 40) || 'task'
}
