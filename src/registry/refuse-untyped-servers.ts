/** Callers in JavaScript have no types: what is no list of servers with tools is refused before it is taken for one. */
import { inOneLine, isJsonObject, UsageError } from '../base/index.js'

/** @throws UsageError USAGE for what is no list of `ServerTools`; the message says where */
export function refuseUntypedServers(servers: unknown): void {
  if (!Array.isArray(servers)) throw unusable('they are no list of servers', SERVERS_HINT)
  for (const each of servers as readonly unknown[]) {
    if (!isJsonObject(each) || typeof each.server !== 'string')
      throw unusable('one of them is of no named server', SERVERS_HINT)
    const of = `of the server "${inOneLine(each.server, 140)}"`
    if (!Array.isArray(each.tools)) throw unusable(`${of} there is no list "tools"`, SERVERS_HINT)
    for (const tool of each.tools as readonly unknown[]) {
      if (!isJsonObject(tool) || typeof tool.name !== 'string')
        throw unusable(`a tool ${of} has no name`, TOOL_HINT)
      if (!isJsonObject(tool.inputSchema))
        throw unusable(`the tool "${inOneLine(tool.name, 140)}" ${of} has no inputSchema object`, TOOL_HINT)
    }
  }
}

function unusable(found: string, hint: string): UsageError {
  return new UsageError('USAGE', `Cannot take in the tools: ${found}`, { hint })
}

const SERVERS_HINT =
  "give the tools of each server as { server: 'notes', tools: [...] }, as parseToolsFile reads them"
const TOOL_HINT = "a tool is { name: 'search', inputSchema: { type: 'object' } }, as servers list it"
