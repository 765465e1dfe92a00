/** All tools of all servers in few enough tokens for a model's context. */
import { estimateTokens, groupBy, inOneLine } from '../../base/index.js'
import type { RegisteredTool } from '../../registry/index.js'
import { LINE_STYLES, lineOfName } from './tool-lines.js'

export interface ServerOverview {
  readonly server: string
  /** How many tools it has. */
  readonly count: number
  /** A line for each; empty when there is no room even for their names. */
  readonly tools: readonly string[]
}

/**
 * Says as much of each tool as fits in the tokens: all lines are of one style, the most telling one for which there is room.
 * Where not even the names fit, the largest servers are told by their count alone.
 */
export function overviewOf(tools: readonly RegisteredTool[], maxTokens: number): readonly ServerOverview[] {
  const byServer = groupBy(tools, ({ server }) => server)
  for (const style of LINE_STYLES) {
    const overview = [...byServer].map(([server, own]) => overviewOfServer(server, own, style))
    if (tokensOf(overview) <= maxTokens) return overview
  }
  return withoutTheLargest(byServer, maxTokens)
}

/** As a client shows it at the most: as JSON. */
function tokensOf(overview: readonly ServerOverview[]): number {
  return estimateTokens(JSON.stringify(overview))
}

function overviewOfServer(
  server: string,
  tools: readonly RegisteredTool[],
  style: (tool: RegisteredTool) => string,
): ServerOverview {
  const name = inOneLine(server, 128)
  return { server: name, count: tools.length, tools: tools.map(style) }
}

function withoutTheLargest(
  byServer: ReadonlyMap<string, readonly RegisteredTool[]>,
  maxTokens: number,
): readonly ServerOverview[] {
  let overview = [...byServer].map(([server, own]) => overviewOfServer(server, own, lineOfName))
  while (tokensOf(overview) > maxTokens) {
    const most = Math.max(...overview.map((each) => each.tools.length))
    if (most === 0) break
    overview = overview.map((each) => (each.tools.length === most ? { ...each, tools: [] } : each))
  }
  return overview
}
