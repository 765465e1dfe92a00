/** Calls a tool by name: holds the arguments against its schema, and turns what it says no with into an answer. */
import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  ProtocolError,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import { HEALTH_STATUS, REINDEX, ROUTING_INFO } from './about-tools.js'
import { GET_INSTRUCTIONS } from './get-instructions.js'
import { ROUTE_INSTRUCTIONS } from './route-instructions.js'
import { SEARCH_INSTRUCTIONS } from './search-instructions.js'
import { SWITCH_ENGINE } from './switch-engine.js'
import type { RouterTool, ToolContext } from './tool.js'
import { errorResult, ToolError } from './tool-error.js'

export const TOOLS: readonly RouterTool[] = [
  ROUTE_INSTRUCTIONS,
  GET_INSTRUCTIONS,
  SEARCH_INSTRUCTIONS,
  SWITCH_ENGINE,
  REINDEX,
  ROUTING_INFO,
  HEALTH_STATUS,
]

/** Creates the caller of all tools; schemas are compiled once. @throws ProtocolError for a tool that is not there */
export function createToolCaller(): ToolCaller {
  // The schemas are written in this project, in the part of JSON Schema that the type describes.
  const compiled = new Map(
    TOOLS.map((tool) => [tool.name, { tool, schema: fromJsonSchema(tool.inputSchema as JsonSchemaType) }]),
  )
  return async (name, args, context) => {
    const found = compiled.get(name)
    if (found === undefined) throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 100)}`)
    try {
      await checkArguments(found.tool, found.schema, args)
      const structuredContent = { ...(await found.tool.call(args, context)) }
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
    } catch (failure) {
      if (failure instanceof ToolError) return errorResult(failure)
      throw failure
    }
  }
}

export type ToolCaller = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
) => Promise<CallToolResult>

const INVALID_PARAMS = -32602

/** @throws ToolError INVALID_ARGUMENTS that tells each thing wrong */
async function checkArguments(
  { name, inputSchema }: RouterTool,
  schema: StandardSchemaWithJSON,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const unknown = Object.keys(args).filter((each) => !Object.hasOwn(inputSchema.properties, each))
  const result = await schema['~standard'].validate(args)
  if (result.issues === undefined) return
  const issues = result.issues.slice(0, 3).map(({ message }) => message.replaceAll('data/', '').slice(0, 200))
  throw new ToolError(
    'INVALID_ARGUMENTS',
    `The arguments of ${name} are not valid: ${issues.join('; ')}`,
    unknown.length === 0
      ? undefined
      : `there is no argument ${JSON.stringify(unknown[0]?.slice(0, 60))}; known: ${Object.keys(inputSchema.properties).join(', ')}`,
  )
}
