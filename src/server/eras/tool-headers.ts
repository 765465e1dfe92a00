/** Which arguments of a service's tools travel as HTTP headers too, as far as its tools were listed. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { type ParamHeader, readParamHeaders } from '../../protocol/index.js'

export interface ToolHeaders {
  /** Takes the result of a list. */
  learn(result: JsonObject): void
  of(tool: string): readonly ParamHeader[]
}

export function createToolHeaders(): ToolHeaders {
  const known = new Map<string, readonly ParamHeader[]>()

  function learnTool(tool: JsonValue): void {
    if (!isJsonObject(tool) || typeof tool.name !== 'string') return
    const reading = isJsonObject(tool.inputSchema) ? readParamHeaders(tool.inputSchema) : undefined
    if (reading?.kind === 'read' && reading.headers.length > 0) known.set(tool.name, reading.headers)
    else known.delete(tool.name)
  }

  return {
    learn({ tools }) {
      if (Array.isArray(tools)) for (const tool of tools) learnTool(tool)
    },
    of: (tool) => known.get(tool) ?? [],
  }
}
