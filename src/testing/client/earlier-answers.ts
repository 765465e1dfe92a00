/** The last answer of each tool, for those who hold an answer against those of other tools. */
import { MCPResponse } from './mcp-response.js'

export interface EarlierAnswers {
  add(tool: string, response: MCPResponse): void
  /** Newest first, one a tool, without that of the given one. */
  others(tool: string): readonly MCPResponse[]
}

/** Creates a memory of the ten tools that answered last. */
export function createEarlierAnswers(): EarlierAnswers {
  const newestLast = new Map<string, MCPResponse>()
  let newest: string | undefined
  return {
    add(tool, { outcome, raw, circumstances: { call } }) {
      // The usual case, one tool called again and again, must cost no rearranging.
      if (tool !== newest) newestLast.delete(tool)
      newest = tool
      // Without its circumstances, which hold the answers before it, and those the ones before them.
      newestLast.set(tool, new MCPResponse(outcome, raw, call === undefined ? {} : { call }))
      if (newestLast.size <= MAX_TOOLS) return
      const [oldest] = newestLast.keys()
      if (oldest !== undefined) newestLast.delete(oldest)
    },
    others(tool) {
      if (newestLast.size === 0 || (newestLast.size === 1 && newestLast.has(tool))) return NONE
      return [...newestLast].flatMap(([name, answer]) => (name === tool ? [] : [answer])).reverse()
    },
  }
}

const MAX_TOOLS = 10
const NONE: readonly MCPResponse[] = []
