/** Reads the answer to tools/call (specification: server/tools, tool result). */
import { isJsonObject, type JsonObject, type JsonValue, shorten } from '../base/index.js'
import type { Reading, ToolResult } from './codec.js'
import type { ContentBlock } from './content.js'

/**
 * A block that is none is left out and complained about; missing content is complained about and empty.
 * Some servers write null for an absent structuredContent: it counts as absent.
 */
export function readToolResult(result: JsonValue): Reading<ToolResult> {
  if (!isJsonObject(result)) return { kind: 'unusable', reason: 'the result is not an object' }
  const complaints: string[] = []
  const { content, structuredContent, isError, _meta } = result
  if (!Array.isArray(content)) complaints.push(noContent(content))
  if (isError !== undefined && typeof isError !== 'boolean')
    complaints.push(`isError is ${shown(isError)}, not a boolean; taken for ${Boolean(isError)}`)
  if (structuredContent !== undefined && !isJsonObject(structuredContent))
    complaints.push(`structuredContent is ${shown(structuredContent)}, not an object`)
  return {
    kind: 'read',
    value: {
      isError: Boolean(isError),
      content: Array.isArray(content)
        ? content.flatMap((item: JsonValue) => readBlock(item, complaints))
        : [],
      ...(structuredContent === undefined || structuredContent === null
        ? {}
        : { structured: structuredContent }),
      ...(isJsonObject(_meta) ? { meta: _meta } : {}),
    },
    complaints,
  }
}

function readBlock(item: JsonValue, complaints: string[]): ContentBlock[] {
  if (isContentBlock(item)) return [item]
  complaints.push(`a content block was left out, it is none of the protocol: ${shown(item)}`)
  return []
}

function isContentBlock(value: JsonValue): value is JsonObject & ContentBlock {
  if (!isJsonObject(value)) return false
  switch (value.type) {
    case 'text':
      return typeof value.text === 'string'
    case 'image':
    case 'audio':
      return typeof value.data === 'string' && typeof value.mimeType === 'string'
    case 'resource_link':
      return typeof value.uri === 'string' && typeof value.name === 'string'
    case 'resource':
      return isJsonObject(value.resource)
    default:
      return false
  }
}

function noContent(content: JsonValue | undefined): string {
  return content === undefined
    ? 'the result has no content; taken for empty'
    : `content is ${shown(content)}, not an array; taken for empty`
}

function shown(value: JsonValue): string {
  return shorten(JSON.stringify(value), 200)
}
