/** Which tools may have been meant by a name that does not exist. */
import { nearestNames } from '../base/index.js'
import type { ToolRef } from '../call/index.js'
import type { RegisteredTool } from './registry.js'

/**
 * At most three, the likeliest first: the same tool on a server of nearly that name, on any other server, nearly that tool on
 * that server, nearly both. Nothing for names longer than any real one.
 */
export function suggestTools(server: string, tool: string, tools: readonly RegisteredTool[]): ToolRef[] {
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
