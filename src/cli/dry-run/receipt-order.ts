/** The receipt that a rehearsal was asked for. */
import { writeWholeFile } from '../../base/index.js'
import type { ReceiptOrder } from '../../dryrun/index.js'
import type { Receipt } from '../../plan/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { DryRunSettings } from '../dry-run-settings.js'

export interface OrderedReceipt {
  readonly order: ReceiptOrder
  /** Nothing is written where there is none. */
  write(file: string): void
}

export async function orderReceipt(
  { journal: chosen, journalKey: keyFile }: DryRunSettings,
  io: DiscreetIo,
): Promise<OrderedReceipt> {
  const { notKeepable, DEFAULT_UNDO_LIMITS } = await import('../../undo/index.js')
  const { DEFAULT_JOURNAL, openJournal } = await import('../../journal/index.js')
  const name = chosen ?? DEFAULT_JOURNAL
  const { secretValues } = await import('../../recording/redaction/index.js')
  io.keepSecret(secretValues({ journal: name }))
  await using journal = await openJournal({ name, keyFile, env: io.env, cwd: io.cwd })
  let made: Receipt | undefined
  return {
    order: {
      journal: { id: journal.id, key: journal.receiptKey },
      cwd: io.cwd,
      madeMs: io.clock.now(),
      notKeepable: (places) => notKeepable(places, DEFAULT_UNDO_LIMITS.maxBytes),
      onReceipt(receipt) {
        made = receipt
      },
    },
    write(file) {
      if (made === undefined) io.stderr(`No receipt was written: what failed in rehearsal is not run\n`)
      // It holds no secrets, and its id is of the very text.
      else writeWholeFile(file, `${JSON.stringify(made, null, 2)}\n`, io.cwd)
    },
  }
}
