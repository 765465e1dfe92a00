/** Turns what servers listed into a registry. */
import { inOneLine, isJsonObject, nearestNames, UsageError } from '../base/index.js'
import type { ToolRef } from '../call/index.js'
import type { SchemaCompiler } from '../schema/index.js'
import { registerServer } from './register-server.js'
import type { RegisteredTool, ServerTools, ToolRegistry } from './registry.js'

/**
 * Takes the tools of all servers in, compiling their schemas at once. What is wrong with a tool becomes a finding, and the
 * others work; of two tools with one name the first counts.
 * @throws UsageError DUPLICATE_SERVER when two servers have one name; USAGE when a name is empty or holds a colon, or
 *   a tool has no name or no input schema.
 */
export function createRegistry(servers: readonly ServerTools[], compiler: SchemaCompiler): ToolRegistry {
  refuseUntypedServers(servers)
  refuseUnusableNames(servers)
  const registered = servers.map((each) => ({ name: each.server, ...registerServer(each, compiler) }))
  const byServer = new Map(registered.map((each) => [each.name, each] as const))
  const tools = registered.flatMap((each) => [...each.tools.values()])
  return {
    servers,
    tools,
    findings: registered.flatMap(({ findings }) => findings.map(({ finding }) => finding)),
    findingsOf: (server, isMeant) =>
      (byServer.get(server)?.findings ?? []).flatMap(({ tool, finding }) =>
        tool === undefined || isMeant(tool) ? [finding] : [],
      ),
    find(server, tool) {
      const found = byServer.get(server)?.tools.get(tool)
      if (found !== undefined) return { kind: 'found', tool: found }
      return {
        kind: 'missing',
        what: byServer.has(server) ? 'tool' : 'server',
        didYouMean: suggestTools(server, tool, tools),
      }
    },
  }
}

function refuseUnusableNames(servers: readonly ServerTools[]): void {
  const seen = new Set<string>()
  for (const { server } of servers) {
    const name = `"${inOneLine(server, 140)}"`
    if (server === '' || server.includes(':')) {
      throw new UsageError('USAGE', `Cannot name a server ${name}`, {
        hint: 'give it a name without a colon: SERVER:TOOL splits at the first one',
      })
    }
    if (seen.has(server)) {
      throw new UsageError('DUPLICATE_SERVER', `Cannot tell two servers named ${name} apart`, {
        hint: 'give one of them another name: in its configuration file, or with --name',
        data: { server },
      })
    }
    seen.add(server)
  }
}

/** @throws UsageError USAGE for what is no list of `ServerTools`; the message says where */
function refuseUntypedServers(servers: unknown): void {
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

/**
 * At most three, the likeliest first: the same tool on a server of nearly that name, on any other server, nearly that tool on
 * that server, nearly both. Nothing for names longer than any real one.
 */
function suggestTools(server: string, tool: string, tools: readonly RegisteredTool[]): ToolRef[] {
  if (server.length > MAX_NAME || tool.length > MAX_NAME) return []
  const servers = [...new Set(tools.map((each) => each.server))]
  const likelyServers = servers.includes(server) ? [server] : nearestNames(server, servers)
  const ofLikely = tools.filter((each) => likelyServers.includes(each.server))
  return [
    ...new Set([
      ...named(tool, ofLikely),
      ...named(tool, tools),
      ...nearlyNamed(tool, ofLikely),
      ...nearlyNamed(tool, likelyServers.length > 0 ? [] : tools),
    ]),
  ].slice(0, 3)
}

function named(tool: string, tools: readonly RegisteredTool[]): ToolRef[] {
  return tools.filter((each) => each.name === tool).map(({ ref }) => ref)
}

function nearlyNamed(tool: string, tools: readonly RegisteredTool[]): ToolRef[] {
  return nearestNames(tool, new Set(tools.map(({ name }) => name))).flatMap((near) => named(near, tools))
}

const MAX_NAME = 256
