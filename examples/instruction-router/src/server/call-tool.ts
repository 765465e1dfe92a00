/** Calls a tool by name: holds the arguments against its schema, and turns what it says no with into an answer. */
import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  ProtocolError,
} from '@modelcontextprotocol/server'
import { HEALTH_STATUS, REINDEX, ROUTING_INFO, SWITCH_ENGINE } from './about-tools.js'
import { GET_INSTRUCTIONS, ROUTE_INSTRUCTIONS, SEARCH_INSTRUCTIONS } from './finding-tools.js'
import { type ToolContext, ToolError } from './tool.js'

export const TOOLS = [
  ROUTE_INSTRUCTIONS,
  GET_INSTRUCTIONS,
  SEARCH_INSTRUCTIONS,
  SWITCH_ENGINE,
  REINDEX,
  ROUTING_INFO,
  HEALTH_STATUS,
].map((tool) => ({ tool, schema: fromJsonSchema(tool.inputSchema as JsonSchemaType) }))

export const INVALID_PARAMS = -32602

/** @throws ProtocolError for a tool that is not there */
export async function callTool(
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<CallToolResult> {
  const found = TOOLS.find(({ tool }) => tool.name === name)
  if (found === undefined) throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 100)}`)
  try {
    const { issues = [] } = await found.schema['~standard'].validate(args)
    if (issues.length > 0) {
      const wrong = issues.slice(0, 3).map(({ message }) => message.replaceAll('data/', '').slice(0, 200))
      const known = Object.keys(found.tool.inputSchema.properties).join(', ')
      const message = `The arguments of ${name} are not valid: ${wrong.join('; ')}`
      throw new ToolError('INVALID_ARGUMENTS', message, `known arguments: ${known}`)
    }
    const structuredContent = { ...(await found.tool.call(args, context)) }
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (failure) {
    if (!(failure instanceof ToolError)) throw failure
    const { code, message, hint } = failure
    return {
      content: [{ type: 'text', text: JSON.stringify({ error: { code, message, hint } }) }],
      isError: true,
    }
  }
}
