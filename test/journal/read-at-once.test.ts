/** A run is read as it was at one moment, whatever its owner writes meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../../src/database/index.js'
import { runIn } from '../../src/journal/sqlite/sqlite-journal-rows.js'
import { prepareJournalSchema } from '../../src/journal/sqlite/sqlite-journal-schema.js'
import { verifies } from '../verifies.js'

verifies('journal:never-twice')

test('what is read of a run in SQLite is of one moment, though it is forgotten between two statements', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-read-'))
  const file = join(folder, 'runs.db')
  const [reader, writer] = [await openSqliteDatabase(file), await openSqliteDatabase(file)]
  try {
    writer.execute('PRAGMA journal_mode = WAL')
    prepareJournalSchema(writer, file)
    writer.execute(`INSERT INTO run (id, kind, principal, receipt, title, plan, settings, state, created_at)
      VALUES ('r', 'run', 'anna', '', 't', 'p', 's', 'running', '2026-01-01');
      INSERT INTO call (run, site, occurrence, n, tool, digest, arguments, fence, state)
      VALUES ('r', '1:1', 0, 1, 's:t', 'd', '{}', 1, 'sent')`)

    const read = reader.snapshot(() => {
      const before = runIn(reader, 'r')
      writer.execute("UPDATE run SET state = 'done', plan = ''; UPDATE call SET arguments = ''")
      return [before, runIn(reader, 'r')]
    })

    expect(read[1]).toEqual(read[0])
    expect(runIn(reader, 'r')).toMatchObject({ state: 'done', calls: [{ arguments: '' }] })
  } finally {
    reader.close()
    writer.close()
    rmSync(folder, { recursive: true })
  }
})
