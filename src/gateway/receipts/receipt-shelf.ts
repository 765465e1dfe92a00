/** Receipts of what was rehearsed here, with the plans that they are of: `run_plan` names one by its id. */
import { type JsonValue, UsageError } from '../../base/index.js'
import type { Receipt } from '../../plan/index.js'
import type { Requester } from '../requester.js'
import type { BoundPlan, Plan } from '../tools/plans.js'

export interface ShelvedPlan {
  readonly receipt: Receipt
  readonly plan: Plan
  readonly params: JsonValue | undefined
}

export interface ReceiptShelf {
  put(shelved: ShelvedPlan): void
  /** Undefined for what is not there, and for what is another principal's: it is as if it were not there. */
  find(id: string, principal: string): ShelvedPlan | undefined
}

/** Bounded by number and by the characters of the plans: the oldest go first. */
export function createReceiptShelf(): ReceiptShelf {
  const shelf = new Map<string, ShelvedPlan>()
  let characters = 0
  return {
    put(shelved) {
      remove(shelved.receipt.id)
      shelf.set(shelved.receipt.id, shelved)
      characters += shelved.plan.text.length
      for (const id of shelf.keys()) {
        if (shelf.size <= MOST && characters <= MOST_CHARACTERS) break
        remove(id)
      }
    },
    find(id, principal) {
      const found = shelf.get(id)
      return found?.receipt.principal === principal ? found : undefined
    },
  }

  function remove(id: string): void {
    characters -= shelf.get(id)?.plan.text.length ?? 0
    shelf.delete(id)
  }
}

const MOST = 200
const MOST_CHARACTERS = 16_000_000

/** @throws UsageError RECEIPT_REFUSED for an id that the shelf does not know, or not for this requester */
export function shelvedPlan(
  named: BoundPlan,
  params: JsonValue | undefined,
  { shelf, by }: { readonly shelf: ReceiptShelf; readonly by: Requester },
): ShelvedPlan {
  if ('receipt' in named) return { ...named, params }
  const found = shelf.find(named.id, by.principal)
  if (found !== undefined) return found
  throw new UsageError(
    'RECEIPT_REFUSED',
    `Cannot run a plan by the receipt ${JSON.stringify(named.id)}: there is none of that id here`,
    {
      hint: 'a receipt is in the answer of a rehearsal of this gateway, for whoever rehearsed, until the gateway ends',
    },
  )
}
