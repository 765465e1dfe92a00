/** What can be said about a plan's calls before anything runs. */
import { toolRef } from '../call/index.js'
import type { ValidationMode } from '../policy/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { checkWrittenArguments, type FoundError, type WrittenArguments } from './argument-errors.js'
import { type MissingTool, missingTool } from './missing-tools.js'

export interface UnavailableServer {
  readonly server: string
  /** A sentence: why it could not be asked. */
  readonly reason: string
}

/** A call that stands in the text of a plan. */
export interface WrittenCall {
  readonly server: string
  readonly tool: string
  /** One-based. */
  readonly line: number
  readonly column: number
  /** In which it ends; absent where a plan is data. */
  readonly lastLine?: number
  readonly arguments?: WrittenArguments
}

export interface PlanCheck {
  readonly argumentErrors: readonly FoundError[]
  readonly missingTools: readonly MissingTool[]
}

export interface PlanCheckOptions {
  /** Servers that could not be asked for their tools: their calls are left out, nothing can be said about them. */
  readonly unavailable?: readonly UnavailableServer[] | undefined
  /** Of the policy that a real run would have. Default `lenient`. */
  readonly validation?: ValidationMode | undefined
}

export function checkPlan(
  calls: readonly WrittenCall[],
  registry: ToolRegistry,
  { unavailable = [], validation = 'lenient' }: PlanCheckOptions,
): PlanCheck {
  const silent = new Set(unavailable.map(({ server }) => server))
  const argumentErrors: FoundError[] = []
  const missingTools: MissingTool[] = []
  for (const call of calls.filter(({ server }) => !silent.has(server))) {
    const lookup = registry.find(call.server, call.tool)
    if (lookup.kind === 'missing') missingTools.push(missingTool(toolRef(call), lookup, call, registry))
    else if (call.arguments !== undefined)
      argumentErrors.push(...checkWrittenArguments(lookup.tool, call.arguments, call, validation))
  }
  return { argumentErrors, missingTools }
}
