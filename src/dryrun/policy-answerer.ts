/** The user's word on tools, in a rehearsal: what they do, and which of them a real run would not be allowed to call. */
import { type Answerer, type ToolCall, toolRef } from '../call/index.js'
import { classify, decide, type EffectClaim, type Policy } from '../policy/index.js'
import type { ToolRegistry } from '../registry/index.js'

/** Answers a denied call as the real run would, with a tool error; all others go on. */
export function policyAnswerer(
  policy: Policy,
  registry: ToolRegistry,
  onDenied: (call: ToolCall) => void,
): Answerer {
  return {
    name: 'policy',
    answer(call, next) {
      if (decide(toolRef(call), policy, claimOf(registry, undefined, call)) !== 'deny') return next(call)
      onDenied(call)
      return Promise.resolve({
        outcome: {
          kind: 'tool-error',
          content: [{ type: 'text', text: `${toolRef(call)} is denied by the policy` }],
        },
        provenance: { source: 'stub', note: 'denied by the policy' },
      })
    },
  }
}

/** What a tool does: the policy's word, else the registry's claim, else unknown. */
export function claimOf(
  registry: ToolRegistry,
  policy: Policy | undefined,
  call: { readonly server: string; readonly tool: string },
): EffectClaim {
  const lookup = registry.find(call.server, call.tool)
  const claim: EffectClaim =
    lookup.kind === 'found'
      ? lookup.tool.effect
      : { effect: 'unknown', evidence: 'none', certain: false, reversible: 'unknown' }
  return policy === undefined ? claim : classify(claim, toolRef(call), policy)
}

/** True when the policy wants a person to approve each call of the tool. */
export function mustAsk(
  registry: ToolRegistry,
  policy: Policy | undefined,
  call: { readonly server: string; readonly tool: string },
): boolean {
  return policy !== undefined && decide(toolRef(call), policy, claimOf(registry, undefined, call)) === 'ask'
}
