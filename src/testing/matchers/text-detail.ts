/** The text of an answer as a detail of a message. */
import type { MCPResponse } from '../client/mcp-response.js'
import { quotedLines } from './shown-text.js'

/** `Text:` and its first lines; what stands there instead where the answer has no text. */
export function textDetail(response: MCPResponse): string[] {
  const { content, blocks } = response
  if (content !== undefined)
    return content === '' ? ['  Its text is empty'] : ['  Text:', ...quotedLines(content)]
  if (blocks.length === 0) return ['  It has no content at all']
  return [`  It has no text; its blocks: ${blocks.map(({ type }) => type).join(', ')}`]
}
