/** Where a call stands, as a person would point at it. */
import type { CallSite } from '../../call/index.js'

/**
 * Moves a position to the tool's name. The engine points at the name in `mcp.server.tool(…)`, but at the parenthesis in
 * `mcp["server"]["tool"](…)`.
 */
export function toolNameSite(codeLines: readonly string[], site: CallSite): CallSite {
  const line = codeLines[site.line - 1] ?? ''
  const parenthesis = site.column - 1
  if (line[parenthesis] !== '(' || line.slice(0, parenthesis).trimEnd().at(-1) !== ']') return site
  const bracket = line.lastIndexOf('[', parenthesis)
  if (bracket < 0) return site
  return { line: site.line, column: bracket + 2 + leadingSpaces(line.slice(bracket + 1)) }
}

function leadingSpaces(text: string): number {
  return text.length - text.trimStart().length
}
