/** Reads the answer to tools/call (specification: server/tools, tool result). */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { Reading, ToolResult } from './codec.js'
import { type ContentBlock, isContentBlock } from './content.js'
import { shown } from './well-typed.js'

/**
 * A block that is none is left out and complained about; missing content is complained about and empty.
 * Structured content is taken as it came, of whatever type.
 */
export function readToolResult(result: JsonValue): Reading<ToolResult> {
  if (!isJsonObject(result)) return { kind: 'unusable', reason: 'the result is not an object' }
  const complaints: string[] = []
  const { content, structuredContent, isError, _meta } = result
  if (!Array.isArray(content)) complaints.push(noContent(content))
  if (isError !== undefined && typeof isError !== 'boolean')
    complaints.push(`isError is ${shown(isError)}, not a boolean; taken for ${Boolean(isError)}`)
  return {
    kind: 'read',
    value: {
      isError: Boolean(isError),
      content: Array.isArray(content) ? readBlocks(content, complaints) : [],
      ...defined({ structured: structuredContent }),
      ...(isJsonObject(_meta) ? { meta: _meta } : {}),
    },
    complaints,
  }
}

function readBlocks(content: readonly JsonValue[], complaints: string[]): ContentBlock[] {
  return content.filter((item): item is JsonObject & ContentBlock => {
    const isBlock = isContentBlock(item)
    if (!isBlock) complaints.push(`a content block was left out, it is none of the protocol: ${shown(item)}`)
    return isBlock
  })
}

function noContent(content: JsonValue | undefined): string {
  return content === undefined
    ? 'the result has no content; taken for empty'
    : `content is ${shown(content)}, not an array; taken for empty`
}
