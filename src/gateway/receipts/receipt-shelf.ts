/** Receipts of what was rehearsed here, with the plans that they are of: `run_plan` names one by its id. */
import type { JsonValue } from '../../base/index.js'
import type { Receipt } from '../../plan/index.js'
import type { Plan } from '../tools/plans.js'

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
