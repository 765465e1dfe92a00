/** Answers of tools, made by hand, for tests of what looks at answers. */
import type { JsonObject, JsonValue } from '../../src/base/index.js'
import { MCPResponse, type ResponseCircumstances } from '../../src/testing/client/mcp-response.js'

/** A result with these blocks, or with one text block. */
export function resultOf(
  content: string | readonly JsonObject[],
  more: { readonly structured?: JsonValue } & ResponseCircumstances = {},
): MCPResponse {
  return toolAnswer(content, more, {})
}

export function toolErrorOf(
  content: string | readonly JsonObject[],
  more: { readonly structured?: JsonValue } & ResponseCircumstances = {},
): MCPResponse {
  return toolAnswer(content, more, { isError: true })
}

export function rpcErrorOf(
  code: number,
  message: string,
  { data, ...circumstances }: { readonly data?: JsonValue } & ResponseCircumstances = {},
): MCPResponse {
  const error = { code, message, ...(data === undefined ? {} : { data }) }
  return MCPResponse.fromJsonRpc({ jsonrpc: '2.0', id: 7, error }, circumstances)
}

/** The circumstances of a call of this tool. */
export function called(tool: string, args?: JsonObject): Pick<ResponseCircumstances, 'call'> {
  return { call: { tool, ...(args === undefined ? {} : { arguments: args }) } }
}

function toolAnswer(
  content: string | readonly JsonObject[],
  { structured, ...circumstances }: { readonly structured?: JsonValue } & ResponseCircumstances,
  extra: JsonObject,
): MCPResponse {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const result = {
    content: blocks,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...extra,
  }
  return MCPResponse.fromJsonRpc({ jsonrpc: '2.0', id: 7, result }, circumstances)
}
