/** The journals of one process and of one machine; that of PostgreSQL stands in test/postgres. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { manualClock } from '../../src/base/index.js'
import { memoryJournal } from '../../src/journal/index.js'
import type { RunStore } from '../../src/journal/run-journal.js'
import { createSeal } from '../../src/journal/seal.js'
import { sealedJournal } from '../../src/journal/sealed-journal.js'
import { openSqliteJournal } from '../../src/journal/sqlite/sqlite-journal.js'
import { temporaryFolder } from '../fixtures/temporary-folder.js'
import { verifies } from '../verifies.js'
import { describeRunJournal } from './run-journal.contract.js'

verifies('journal:stores-alike')

describeRunJournal('memory', async () => {
  const clock = manualClock()
  const journal = memoryJournal(clock)
  return { open: async () => journal, die: async () => clock.advance(20_000), leaseMs: 10_000 }
})

describeRunJournal('SQLite', () => sqlitePlace((journal) => journal))

describeRunJournal('a sealed SQLite', () => {
  const seal = createSeal(Buffer.alloc(32, 7))
  return sqlitePlace((journal) => sealedJournal(journal, seal))
})

async function sqlitePlace(wrap: (journal: RunStore) => RunStore) {
  const file = join(await temporaryFolder(), 'runs.db')
  return {
    async open() {
      const journal = wrap(await openSqliteJournal(file))
      onTestFinished(() => journal[Symbol.asyncDispose]())
      return journal
    },
    die: (journal: RunStore) => Promise.resolve(journal[Symbol.asyncDispose]()),
    leaseMs: 10_000,
  }
}
