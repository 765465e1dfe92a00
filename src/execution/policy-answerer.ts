/** The user's word on tools, in a rehearsal: which of them a real run would not be allowed to call. */
import { type Answerer, type ToolCall, toolRef } from '../call/index.js'
import type { EffectCall, Effects } from '../effects/index.js'
import { type Decision, decide, type Policy } from '../policy/index.js'

/** Answers a denied call as the real run would, with a tool error; all others go on. */
export function policyAnswerer(
  policy: Policy,
  effects: Effects,
  onDenied: (call: ToolCall) => void,
): Answerer {
  return {
    name: 'policy',
    answer(call, next) {
      if (!isDenied(call, policy, effects)) return next(call)
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

/** True when the policy allows no call of the tool. */
export function isDenied(call: EffectCall, policy: Policy | undefined, effects: Effects): boolean {
  return policy !== undefined && decisionOn(call, policy, effects) === 'deny'
}

/** True when the policy wants a person to approve each call of the tool. */
export function mustAsk(call: EffectCall, policy: Policy | undefined, effects: Effects): boolean {
  return policy !== undefined && decisionOn(call, policy, effects) === 'ask'
}

function decisionOn(call: EffectCall, policy: Policy, effects: Effects): Decision | undefined {
  return decide(toolRef(call), policy, effects.claimOf(call))
}
