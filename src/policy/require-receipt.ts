/** Which calls may be made only as part of a plan that was rehearsed. */
import type { Effect, ToolRef } from '../call/index.js'
import { type Policy, possibleEffects, type ToldEffect } from './policy.js'

/** Effects whose calls need a receipt, or `never`. */
export type RequireReceipt = NonNullable<Policy['require_receipt']>

/** What the policy wants rehearsed: what has to have a way back has one only as it was rehearsed. */
export function requiredReceipt(policy: Policy | undefined, habit: RequireReceipt): RequireReceipt {
  const { require_receipt: rehearsed = habit, require_undo: undo = 'never' } = policy ?? {}
  if (undo === 'never') return rehearsed
  return rehearsed === 'never' ? undo : [...new Set([...rehearsed, ...undo])]
}

/** Whether the policy wants an effect to have a way back. */
export function needsWayBack(effect: Effect, policy: Policy | undefined): boolean {
  const { require_undo: wanted = 'never' } = policy ?? {}
  if (wanted === 'never' || effect === 'read') return false
  // What nobody knows may be anything.
  return effect === 'unknown' || wanted.includes(effect)
}

/**
 * Whether the policy wants a receipt for a call that has none. What nobody knows may be anything. A single call may be made
 * without one where a rule allows its tool by name; with patterns, too, it would be no control.
 */
export function needsReceipt(
  ref: ToolRef,
  { rules }: Policy,
  told: ToldEffect,
  { required, isSingle }: { readonly required: RequireReceipt; readonly isSingle: boolean },
): boolean {
  if (required === 'never') return false
  if (
    isSingle &&
    rules.find(({ tools, decision }) => tools === ref && decision !== undefined)?.decision === 'allow'
  )
    return false
  const wanted: readonly Effect[] = required
  // A declared read is a read, here as for the receipt itself: else every look would need one.
  const possible = possibleEffects('ask', { ...told, certain: true })
  return possible.some((each) => each !== 'read' && wanted.includes(each))
}
