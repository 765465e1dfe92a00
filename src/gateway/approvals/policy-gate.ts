/** The policy in front of real calls: what it denies is not made, what it wants asked is asked. */
import { type Answer, type Answerer, type ToolCall, toolRef } from '../../call/index.js'
import { type EffectClaim, policyLines } from '../../effects/index.js'
import { decide, isDecidedByDoubt, type Policy } from '../../policy/index.js'
import type { Approval, Approve } from './approve.js'
import { type Foresee, foresightSummary } from './foresight.js'

export interface PolicyGateOptions {
  /** What is known of a tool's effect, the policy's word before all others. */
  readonly claim: (call: ToolCall) => EffectClaim
  /** Default: nobody can be asked. */
  readonly approve?: Approve
  /** Makes a call in a copy before anybody is asked about it. Default: nobody knows what it would do. */
  readonly foresee?: Foresee | undefined
  /** Told of a call that is not made, before it is answered; `why` is a sentence. Must not throw. */
  readonly onRefused: (call: ToolCall, why: string) => void
}

/**
 * Lets through what the policy allows, and what no rule is about. A call that is denied, or that nobody approves, is answered
 * with an error of the tool and goes no further.
 */
export function policyGate(policy: Policy, options: PolicyGateOptions): Answerer {
  const { claim, approve = nobodyToAsk, foresee, onRefused } = options
  return {
    name: 'policy',
    async answer(call, next) {
      const ref = toolRef(call)
      const known = claim(call)
      const decision = decide(ref, policy, known)
      const advice = isDecidedByDoubt(ref, policy, known) ? policyLines([ref]) : []
      if (decision === 'deny') return refuse(call, `${ref} is denied by the policy`, advice)
      if (decision !== 'ask') return next(call)
      const { effect, certain } = known
      const foresight = foresee === undefined ? undefined : await foresee(call)
      const approval = await approve({
        call,
        tool: ref,
        arguments: call.arguments ?? {},
        ...{ effect, certain },
        why: 'the policy wants a person to approve each call of this tool',
        ...(foresight === undefined ? {} : { foresight }),
      })
      // Whoever asked may be gone by the time of the answer, and a late yes is none.
      call.signal?.throwIfAborted()
      if (approval.approved) return next(call)
      const seen = foresight === undefined ? [] : [foresightSummary(foresight)]
      return refuse(call, `${ref} was not approved: ${approval.why}`, [...seen, ...advice])
    },
  }

  /** `advice`: what it would have done, and lines that settle it, where the rule counts because nobody says what the tool does. */
  function refuse(call: ToolCall, why: string, advice: readonly string[]): Answer {
    onRefused(call, why)
    const text = [`${why}. It was not called.`, ...advice].join('\n')
    return {
      outcome: { kind: 'tool-error', content: [{ type: 'text', text }] },
      provenance: { source: 'stub', note: 'refused by the policy' },
    }
  }
}

async function nobodyToAsk(): Promise<Approval> {
  return {
    approved: false,
    why: 'nobody can be asked here. Use a client that supports elicitation, or let the policy allow this tool',
  }
}
