/** Turns what servers listed into a registry. */
import { inOneLine, UsageError } from '../base/index.js'
import type { SchemaCompiler } from '../schema/index.js'
import { refuseUntypedServers } from './refuse-untyped-servers.js'
import { registerServer } from './register-server.js'
import type { ServerTools, ToolRegistry } from './registry.js'
import { suggestTools } from './suggest-tools.js'

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
  const byServer = new Map(registered.map(({ name, tools }) => [name, tools] as const))
  const tools = registered.flatMap((each) => [...each.tools.values()])
  return {
    servers,
    tools,
    findings: registered.flatMap(({ findings }) => findings),
    find(server, tool) {
      const found = byServer.get(server)?.get(tool)
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
