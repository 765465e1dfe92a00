/** Tools that a plan names, in its text or in its calls, and that do not exist. */
import { listText, orDidYouMean } from '../base/index.js'
import { splitToolRef, type ToolRef } from '../call/index.js'
import type { ToolLookup, ToolRegistry } from '../registry/index.js'

export interface MissingTool {
  readonly tool: ToolRef
  readonly line?: number
  readonly column?: number
  readonly did_you_mean: readonly ToolRef[]
  readonly text: string
}

export function missingTool(
  tool: ToolRef,
  lookup: Extract<ToolLookup, { kind: 'missing' }>,
  site: { readonly line: number; readonly column: number } | undefined,
  { servers }: Pick<ToolRegistry, 'servers'>,
): MissingTool {
  const { server } = splitToolRef(tool)
  const meant = orDidYouMean(lookup.didYouMean)
  const suggestion = meant === '' && lookup.what === 'server' ? knownServers(servers) : meant
  const what =
    lookup.what === 'server' ? `there is no server "${server}"` : `server "${server}" has no such tool`
  return {
    tool,
    ...(site === undefined ? {} : { line: site.line, column: site.column }),
    did_you_mean: lookup.didYouMean,
    text: `${tool}: ${what}${suggestion}`,
  }
}

/** What there is instead of a server whose name is like no other. */
function knownServers(servers: ToolRegistry['servers']): string {
  const names = servers.map(({ server }) => server)
  if (names.length === 0) return ''
  return `; there is ${listText(names, MAX_NAMES)}`
}

const MAX_NAMES = 5

/** A missing tool that stands in the text and was also called is told once. */
export function mergeMissingTools(
  written: readonly MissingTool[],
  called: readonly MissingTool[],
): MissingTool[] {
  const told = new Set(written.map(placeOf))
  const more = called.filter((missing) => {
    const isNew = !told.has(placeOf(missing))
    told.add(placeOf(missing))
    return isNew
  })
  return [...written, ...more].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  )
}

function placeOf({ tool, line }: MissingTool): string {
  return `${line ?? '?'} ${tool}`
}
