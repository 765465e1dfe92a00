/** Stops calls that need a receipt and have none. */
import { type Answerer, CHANGING_EFFECTS, type ToolCall, toolRef } from '../../call/index.js'
import type { EffectClaim } from '../../effects/index.js'
import { needsReceipt, type Policy, type RequireReceipt, requiredReceipt } from '../../policy/index.js'

export interface ReceiptNeed {
  readonly required: RequireReceipt
  /** A call of a client, and none of a plan. */
  readonly isSingle: boolean
}

export interface ReceiptGateOptions extends ReceiptNeed {
  readonly policy: Policy | undefined
  readonly claim: (call: ToolCall) => EffectClaim
  /** Told of a call that goes no further; `why` is a sentence. Must not throw. */
  readonly onRefused: (call: ToolCall, why: string) => void
}

/**
 * What the policy says, else the habit of a gateway: clients run plans by a receipt, and make single calls as ever. A habit is no
 * control, which is why `never` has to be written down. Whoever uses the library has no habits.
 */
export function receiptNeed(
  policy: Policy | undefined,
  of: { readonly isSingle: boolean; readonly isClient: boolean },
): ReceiptNeed {
  const { isSingle, isClient } = of
  const habit: RequireReceipt = isClient && !isSingle ? CHANGING_EFFECTS : 'never'
  return { required: requiredReceipt(policy, habit), isSingle }
}

export function receiptGate({ policy = NO_RULES, claim, onRefused, ...need }: ReceiptGateOptions): Answerer {
  return {
    name: 'receipt',
    answer(call, next) {
      const ref = toolRef(call)
      if (!needsReceipt(ref, policy, claim(call), need)) return next(call)
      const why = `${ref} may be called only as rehearsed: it may change something, and there is no receipt`
      onRefused(call, why)
      return Promise.resolve({
        outcome: {
          kind: 'tool-error',
          content: [{ type: 'text', text: `${why}. It was not called.\n${HOW}` }],
        },
        provenance: { source: 'stub', note: 'not rehearsed' },
      })
    },
  }
}

const NO_RULES: Policy = { rules: [] }

const HOW =
  'Rehearse it first: execute_code or execute_dag with dry_run true answers with a receipt, and run_plan with that receipt runs the very plan.'
