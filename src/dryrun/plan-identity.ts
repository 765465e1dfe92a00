/** Which plan it is: the same for a rehearsal and a real run. */
import type { JsonValue } from '../base/index.js'
import { type ToolRef, toolRef } from '../call/index.js'
import { planId } from '../plan/index.js'
import type { ToolRegistry } from '../registry/index.js'

/** The id of a plan with the contracts of the tools that its text names and that were called. */
export function identifyPlan(plan: {
  readonly source: string
  readonly params: JsonValue
  readonly registry: ToolRegistry
  readonly calls: readonly { readonly server: string; readonly tool: string }[]
}): string {
  const { source, params, registry } = plan
  const named = new Map<ToolRef, string | null>()
  for (const call of plan.calls) {
    const lookup = registry.find(call.server, call.tool)
    named.set(toolRef(call), lookup.kind === 'found' ? lookup.tool.fingerprint : null)
  }
  return planId({ source, params, contracts: Object.fromEntries(named) })
}
