/** What stands between whoever makes a real call and whoever really answers it: the policy, then the tool's own contract. */
import { defined } from '../../base/index.js'
import type { Answerer, ToolCall } from '../../call/index.js'
import { type EffectSource, effectsOfTools } from '../../effects/index.js'
import type { Policy } from '../../policy/index.js'
import { type ReceiptNeed, receiptGate } from '../receipts/receipt-gate.js'
import type { Approve } from './approve.js'
import type { Foresee } from './foresight.js'
import { policyGate } from './policy-gate.js'
import { type CheckedCatalogue, type CheckListener, validateByCatalogue } from './validate-by-catalogue.js'

export interface Guards extends CheckListener {
  /** Default: every call is allowed. */
  readonly policy?: Policy | undefined
  /** What the user says of effects elsewhere; the policy comes before it. */
  readonly effects?: readonly EffectSource[] | undefined
  /** Default: nobody can be asked, and what the policy wants asked is refused. */
  readonly approve?: Approve | undefined
  /** Makes a call in a copy before anybody is asked about it. Default: questions say nothing of what it would do. */
  readonly foresee?: Foresee | undefined
  /** Which calls need a receipt, and have none. Default: none does. */
  readonly receipt?: ReceiptNeed | undefined
  /** Told of a call that the policy, or a person, does not let through; `why` is a sentence. Must not throw. */
  readonly onRefused?: (call: ToolCall, why: string) => void
}

/** Arguments that a server may take although they break the tool's schema are left to it, unless the policy is strict. */
export function guardCalls(catalogue: CheckedCatalogue, guards: Guards): readonly Answerer[] {
  const { policy, effects, approve, foresee, onRefused = ignore } = guards
  const checks = validateByCatalogue(catalogue, policy?.validation ?? 'lenient', guards)
  const { claimOf: claim } = effectsOfTools(catalogue.registry, { policy, effects })
  const { receipt } = guards
  const needed =
    receipt === undefined || receipt.required === 'never'
      ? []
      : [receiptGate({ ...receipt, policy, claim, onRefused })]
  if (policy === undefined) return [...needed, checks]
  const gate = policyGate(policy, {
    claim,
    ...defined({ approve }),
    ...{ foresee, onRefused },
  })
  return [gate, ...needed, checks]
}

function ignore(): void {
  // The answer says it, and nobody else wants to know.
}
