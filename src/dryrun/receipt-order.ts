/** What a rehearsal is told that is to give a receipt, and what it keeps for it. */
import type { FormerPlace, Receipt, RehearsedPlan } from '../plan/index.js'
import type { WorldFact } from '../sequence/index.js'
import type { SeenChange } from './copies.js'
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
  /**
   * Which places cannot be put back by their former bytes, by path, and why: the end of a sentence. Default: nothing is kept of before, and
   * no effect has a way back.
   */
  readonly notKeepable?: ((places: readonly FormerPlace[]) => ReadonlyMap<string, string>) | undefined
  /** Given the receipt, unless the verdict is `fail`. */
  onReceipt(receipt: Receipt): void
}

/** What is known of a rehearsal, with nothing hidden. */
export interface RehearsalFacts {
  readonly plan: Omit<RehearsedPlan, 'verdict' | 'files' | 'planId'>
  readonly changes: readonly PlacedChange[]
  /** What changed after the last answer. */
  readonly late: readonly SeenChange[]
  /** What a sequence rests on. */
  readonly world: readonly WorldFact[]
}
