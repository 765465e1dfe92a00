/** Which servers and tools a plan has to do with: what is to be said of any other one is not about the plan. */
import type { ToolCall } from '../call/index.js'
import type { WrittenCall } from '../plan/index.js'

export interface PlanInWords {
  /** The plan's text. */
  readonly source: string
  readonly written: readonly WrittenCall[]
  /** The calls that were made, also by computed names. */
  readonly calls: readonly ToolCall[]
}

/** Whether the plan calls the server, or its name stands anywhere in the text. */
export function namesServer({ source, written, calls }: PlanInWords): (server: string) => boolean {
  const called = new Set([...written, ...calls].map(({ server }) => server))
  return (server) => called.has(server) || source.includes(server)
}

/** The same of a tool of such a server. */
export function namesTool({
  source,
  written,
  calls,
}: PlanInWords): (server: string, tool: string) => boolean {
  const called = new Set([...written, ...calls].map((call) => JSON.stringify([call.server, call.tool])))
  return (server, tool) => called.has(JSON.stringify([server, tool])) || source.includes(tool)
}
