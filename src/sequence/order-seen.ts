/** In which order changes of calls that were under way at once were seen. */
import type { PlayedChange } from './play.js'
import { groupsOf } from './races.js'

/**
 * Within a group nobody knows which call a change is of: what was seen first is put with its first call, and so on, so that one call after
 * the other, by number, has all changes in the order in which they were seen. `answered`: tells which of two calls was answered first.
 */
export function inOrderSeen<
  Call extends { readonly together?: number; readonly changes: readonly PlayedChange[] },
>(calls: readonly Call[], answered: (call: Call) => number): readonly Call[] {
  return groupsOf(calls).flatMap((group) => {
    const looks = group.toSorted((a, b) => answered(a) - answered(b))
    return group.map((call, i) => ({ ...call, changes: (looks[i] ?? call).changes }))
  })
}
