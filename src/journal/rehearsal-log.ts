/** A rehearsal in a journal while its world lives: each call is durable before anybody has its answer. */
import type { Clock } from '../base/index.js'
import { createLedger } from './ledger.js'
import type { AskedCall, Leave, NewRun, Owner, RunJournal } from './run-journal.js'

/** Whoever began it ends it, once. */
export interface RehearsalLog {
  /**
   * Resolves when the call is durable, with what came of it.
   * @throws StoreError as the journal, RUN_LOST when somebody discarded the rehearsal: nobody may have the answer then
   */
  keep(call: AskedCall, outcome: string): Promise<void>
  /** The world is gone. Twice is fine. */
  end(how: Extract<Leave, { readonly kind: 'ask' | 'pause' | 'end' }>): Promise<void>
}

export interface RehearsalLogOptions {
  readonly journal: RunJournal
  readonly rehearsal: Omit<NewRun, 'kind' | 'receipt'>
  readonly owner: Owner
  readonly clock: Clock
}

/** @throws StoreError as the journal */
export async function beginRehearsalLog(options: RehearsalLogOptions): Promise<RehearsalLog> {
  const { journal, rehearsal, owner, clock } = options
  await journal.add({ ...rehearsal, kind: 'rehearsal' })
  const claim = await journal.claim(rehearsal.id, owner)
  if (claim.kind !== 'owned') throw new Error(`a rehearsal that was just added is ${claim.kind}`)
  const ledger = createLedger({ run: claim.run, leaseMs: owner.leaseMs, clock })
  let ended: Promise<void> | undefined
  return {
    async keep(call, outcome) {
      ledger.answered(call, { outcome, givenMs: 0 })
      // In the same turn: what others flush meanwhile has this in it, or it has a flush of its own.
      await ledger.flush()
    },
    end(how) {
      ended ??= ledger.leave(how).finally(() => ledger.close())
      return ended
    },
  }
}
