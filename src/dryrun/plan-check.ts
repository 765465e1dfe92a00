/** What can be said about a plan's calls before anything runs. */
import { type ToolRef, toolRef } from '../call/index.js'
import type { ToolLookup, ToolRegistry } from '../registry/index.js'
import { checkWrittenArguments, type WrittenArguments } from './argument-errors.js'
import type { UnavailableServer } from './options.js'
import type { ArgumentError, MissingTool } from './report.js'

/** A call that stands in the text of a plan. */
export interface WrittenCall {
  readonly server: string
  readonly tool: string
  /** One-based. */
  readonly line: number
  readonly column: number
  readonly arguments?: WrittenArguments
}

export interface PlanCheck {
  readonly argumentErrors: readonly ArgumentError[]
  readonly missingTools: readonly MissingTool[]
}

/** Calls of servers that could not be asked for their tools (`unavailable`) are left out: nothing can be said about them. */
export function checkPlan(
  calls: readonly WrittenCall[],
  registry: ToolRegistry,
  unavailable: readonly UnavailableServer[] = [],
): PlanCheck {
  const silent = new Set(unavailable.map(({ server }) => server))
  const argumentErrors: ArgumentError[] = []
  const missingTools: MissingTool[] = []
  for (const call of calls.filter(({ server }) => !silent.has(server))) {
    const lookup = registry.find(call.server, call.tool)
    if (lookup.kind === 'missing') missingTools.push(missingTool(toolRef(call), lookup, call))
    else if (call.arguments !== undefined)
      argumentErrors.push(...checkWrittenArguments(lookup.tool, call.arguments))
  }
  return { argumentErrors, missingTools }
}

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
