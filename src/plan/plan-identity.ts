/** Which plan it is, and against which contracts: the same for a rehearsal and a real run. */
import { digest, type JsonValue } from '../base/index.js'
import { toolRef } from '../call/index.js'
import type { ToolRegistry } from '../registry/index.js'

/**
 * `sha256:…` over the plan's text, its parameters and the contract of every tool that its text names and that was called; null for a
 * tool that does not exist. The seed, the time and the recordings do not belong to it: they change what is rehearsed, not what would be
 * run.
 */
export function identifyPlan(plan: {
  readonly source: string
  readonly params: JsonValue
  readonly registry: ToolRegistry
  readonly calls: readonly { readonly server: string; readonly tool: string }[]
}): string {
  const { source, params, registry } = plan
  const contracts = new Map<string, string | null>()
  for (const call of plan.calls) {
    const lookup = registry.find(call.server, call.tool)
    contracts.set(toolRef(call).toWellFormed(), lookup.kind === 'found' ? lookup.tool.fingerprint : null)
  }
  return digest({
    format: 'understudy.plan/1',
    source: source.toWellFormed(),
    params,
    contracts: Object.fromEntries(contracts),
  })
}
