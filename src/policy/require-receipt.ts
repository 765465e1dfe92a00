/** Which calls may be made only as part of a plan that was rehearsed. */
import type { Effect, ToolRef } from '../call/index.js'
import { type Policy, possibleEffects, type ToldEffect } from './policy.js'

/** Effects whose calls need a receipt, or `never`. */
export type RequireReceipt = NonNullable<Policy['require_receipt']>

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
