/** What can be said about a plan's calls before anything runs. */
import { toolRef } from '../call/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { checkWrittenArguments, type FoundError, type WrittenArguments } from './argument-errors.js'
import { missingTool } from './missing-tools.js'
import type { UnavailableServer } from './options.js'
import type { MissingTool } from './report.js'

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
  readonly argumentErrors: readonly FoundError[]
  readonly missingTools: readonly MissingTool[]
}

/** Calls of servers that could not be asked for their tools (`unavailable`) are left out: nothing can be said about them. */
export function checkPlan(
  calls: readonly WrittenCall[],
  registry: ToolRegistry,
  unavailable: readonly UnavailableServer[] = [],
): PlanCheck {
  const silent = new Set(unavailable.map(({ server }) => server))
  const argumentErrors: FoundError[] = []
  const missingTools: MissingTool[] = []
  for (const call of calls.filter(({ server }) => !silent.has(server))) {
    const lookup = registry.find(call.server, call.tool)
    if (lookup.kind === 'missing') missingTools.push(missingTool(toolRef(call), lookup, call, registry))
    else if (call.arguments !== undefined)
      argumentErrors.push(...checkWrittenArguments(lookup.tool, call.arguments, call))
  }
  return { argumentErrors, missingTools }
}
