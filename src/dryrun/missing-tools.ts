/** Tools that a plan names, in its text or in its calls, and that do not exist. */
import type { ToolRef } from '../call/index.js'
import type { ToolLookup } from '../registry/index.js'
import type { MissingTool } from './report.js'

export function missingTool(
  tool: ToolRef,
  lookup: Extract<ToolLookup, { kind: 'missing' }>,
  site: { readonly line: number; readonly column: number } | undefined,
): MissingTool {
  const server = tool.slice(0, tool.indexOf(':'))
  const [first, ...others] = lookup.didYouMean
  const suggestion = first === undefined ? '' : `; did you mean ${[first, ...others].join(' or ')}?`
  const what =
    lookup.what === 'server' ? `there is no server "${server}"` : `server "${server}" has no such tool`
  return {
    tool,
    ...(site === undefined ? {} : { line: site.line, column: site.column }),
    did_you_mean: lookup.didYouMean,
    text: `${tool}: ${what}${suggestion}`,
  }
}

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
