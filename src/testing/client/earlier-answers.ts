/** The last answer of each tool, for those who hold an answer against those of other tools. */
import { defined } from '../../base/index.js'
import { MCPResponse, type ResponseCircumstances } from './mcp-response.js'

export interface EarlierAnswers {
  add(tool: string, response: MCPResponse): void
  /** Newest first, one a tool, without that of the given one. */
  others(tool: string): readonly MCPResponse[]
}

/** Creates a memory of the ten tools that answered last. */
export function createEarlierAnswers(): EarlierAnswers {
  const newestLast = new Map<string, Kept>()
  let newest: string | undefined
  return {
    add(tool, { outcome, raw, circumstances }) {
      // The usual case, one tool called again and again, must cost no rearranging.
      if (tool !== newest) newestLast.delete(tool)
      newest = tool
      newestLast.set(tool, { outcome, raw, call: circumstances.call })
      if (newestLast.size <= MAX_TOOLS) return
      const [oldest] = newestLast.keys()
      if (oldest !== undefined) newestLast.delete(oldest)
    },
    others(tool) {
      if (newestLast.size === 0 || (newestLast.size === 1 && newestLast.has(tool))) return NONE
      return [...newestLast].flatMap(([name, kept]) => (name === tool ? [] : [asAnswer(kept)])).reverse()
    },
  }
}

/** Without the other circumstances: they hold the answers before it, and those the ones before them. */
interface Kept {
  readonly outcome: MCPResponse['outcome']
  readonly raw: MCPResponse['raw']
  readonly call: ResponseCircumstances['call']
}

function asAnswer({ outcome, raw, call }: Kept): MCPResponse {
  return new MCPResponse(outcome, raw, defined({ call }))
}

const MAX_TOOLS = 10
const NONE: readonly MCPResponse[] = []
