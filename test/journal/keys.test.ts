/** What a journal holds is raw: it opens with its key alone, and the key stands in no project. */
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteDatabase } from '../../src/database/index.js'
import {
  DEFAULT_JOURNAL,
  type JournalChoice,
  journalBeside,
  openJournal,
  type RunJournal,
} from '../../src/journal/index.js'
import { openSqliteJournal } from '../../src/journal/sqlite/sqlite-journal.js'
import { newRun } from '../contract/run-journal.contract.js'
import { temporaryFolder } from '../fixtures/temporary-folder.js'
import { verifies } from '../verifies.js'

async function open(choice: Partial<JournalChoice> & { readonly cwd: string }): Promise<RunJournal> {
  const journal = await openJournal({ name: DEFAULT_JOURNAL, env: {}, ...choice })
  onTestFinished(() => journal[Symbol.asyncDispose]())
  return journal
}

const KEY = 'ab'.repeat(32)

async function keyFile(text = KEY, mode = 0o600): Promise<string> {
  const file = join(await temporaryFolder(), 'key')
  await writeFile(file, `${text}\n`)
  await chmod(file, mode)
  return file
}

describe('the key of a journal', () => {
  verifies('journal:sealed')

  it('is a file of the user’s, made once, outside of the project, and of no use to anybody else', async () => {
    const cwd = await temporaryFolder()
    const env = { HOME: await temporaryFolder() }

    await (await open({ cwd, env })).add(newRun('a', { plan: 'SECRET-PLAN' }))
    const again = await open({ cwd, env })

    expect((await again.read('a'))?.plan).toBe('SECRET-PLAN')
    const file = join(env.HOME, '.config', 'understudy', 'journal.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect((await stat(join(cwd, DEFAULT_JOURNAL))).mode & 0o777).toBe(0o600)
    const written = await Promise.all(
      ['', '-wal'].map((ending) => readFile(join(cwd, DEFAULT_JOURNAL) + ending)),
    )
    expect(written.some((bytes) => bytes.includes('SECRET-PLAN'))).toBe(false)
    // The control: what is in plain is found there.
    expect(written.some((bytes) => bytes.includes('anna'))).toBe(true)
  })

  it('is never repeated where it stands in place of its file', async () => {
    const cwd = await temporaryFolder()

    for (const given of [{ keyFile: KEY }, { env: { UNDERSTUDY_JOURNAL_KEY: KEY.toUpperCase() } }]) {
      const error: unknown = await open({ cwd, ...given }).catch((failure: unknown) => failure)

      expect(error).toMatchObject({ code: 'JOURNAL_KEY', hint: expect.stringContaining('mode 0600') })
      expect(`${error} ${JSON.stringify(error)}`.toLowerCase()).not.toContain(KEY)
    }
  })

  it('is read from the file that is named, and another one opens nothing', async () => {
    const cwd = await temporaryFolder()
    await (await open({ cwd, keyFile: await keyFile() })).add(newRun('a'))

    const env = { UNDERSTUDY_JOURNAL_KEY: await keyFile('cd'.repeat(32)) }
    const other = await open({ cwd, env })

    await expect(other.read('a')).rejects.toMatchObject({
      code: 'JOURNAL_KEY',
      message: 'Cannot read the journal of runs: it was written with another key',
    })
  })

  it.each([
    ['that others may read', KEY, 0o644, 'others may read it'],
    ['that holds no key', 'sesame', 0o600, 'it does not hold 64 hexadecimal digits'],
  ])('is refused in a file %s', async (_, text, mode, found) => {
    const file = await keyFile(text, mode)

    await expect(open({ cwd: await temporaryFolder(), keyFile: file })).rejects.toMatchObject({
      code: 'JOURNAL_KEY',
      message: `Cannot use the key of a journal "${file}": ${found}`,
    })
  })

  it('has to be named where a journal is shared', async () => {
    await expect(open({ name: 'postgres://localhost/nowhere', cwd: '/' })).rejects.toMatchObject({
      code: 'JOURNAL_KEY',
      message: 'Cannot keep a journal of runs in PostgreSQL without its key',
    })
  })
})

it('a journal stands beside the store of recordings', () => {
  expect(['.understudy/recordings.db', 'r.db', '/a/b/r.db', 'postgres://h/d'].map(journalBeside)).toEqual([
    '.understudy/runs.db',
    'runs.db',
    '/a/b/runs.db',
    'postgres://h/d',
  ])
})

it.each([
  [1, 'STORE_UNREADABLE'],
  [99, 'STORE_NEWER'],
])('a journal of format %i is left as it is: %s', async (format, code) => {
  const file = join(await temporaryFolder(), 'runs.db')
  await (await openSqliteJournal(file))[Symbol.asyncDispose]()
  const database = await openSqliteDatabase(file, 1_000)
  database.execute(`PRAGMA user_version = ${format}`)
  database.close()

  await expect(openSqliteJournal(file)).rejects.toMatchObject({ code })
})
