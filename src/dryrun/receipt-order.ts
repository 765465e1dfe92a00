/** What a rehearsal is told that is to give a receipt, and what it keeps for it. */
import type { Receipt, RehearsedPlan } from '../plan/index.js'
import type { WorldFact } from '../sequence/index.js'
import type { PlacedChange } from './placed-changes.js'

/** Whose receipt it is to be, and who gets it. */
export interface ReceiptOrder {
  /** The one journal that may spend it, with its key. */
  readonly journal: { readonly id: string; readonly key: string }
  /** On whose behalf it may be spent. Default `anonymous`. */
  readonly principal?: string | undefined
  /** Milliseconds; default an hour. */
  readonly validMs?: number | undefined
  /** Where relative paths of local files start. Default: no local files are bound. */
  readonly cwd?: string | undefined
  /** Milliseconds since the epoch; default: the wall clock's. */
  readonly madeMs?: number | undefined
  /** Given the receipt, unless the verdict is `fail`. */
  onReceipt(receipt: Receipt): void
}

/** What is known of a rehearsal, with nothing hidden. */
export interface RehearsalFacts {
  readonly plan: Omit<RehearsedPlan, 'verdict' | 'files' | 'planId'>
  readonly changes: readonly PlacedChange[]
  /** What a sequence rests on. */
  readonly world: readonly WorldFact[]
}
