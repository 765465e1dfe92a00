/** Journals that were damaged, changed or moved while a run waited in them: a clear word, nothing is lost, nothing is done twice. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { StoreError, systemClock, UnderstudyError } from '../../src/base/index.js'
import { openSqliteDatabase } from '../../src/database/index.js'
import { freshSettings, writeSettings } from '../../src/gateway/journal/run-settings.js'
import { openJournal, type RunJournal } from '../../src/journal/index.js'
import { temporaryFolder } from '../fixtures/temporary-folder.js'
import {
  type BoundEnd,
  type DeskOptions,
  openDesk,
  rehearseAt,
  resealed,
  runAt,
} from '../gateway/receipts/ticket-desk.js'
import { verifies } from '../verifies.js'

const PLAN = { text: `for (const title of ['one', 'two', 'three']) await mcp.tickets.open_ticket({ title })` }
const TWO = ['one', 'two']
const ALL = [...TWO, 'three']

/** A folder with a journal whose only run, bound to its receipt, has made two of its three calls when the disk was full. */
interface HalfDone {
  readonly folder: string
  readonly id: string
  readonly end: BoundEnd
}

async function halfDone(): Promise<HalfDone> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-attacked-'))
  const inner = await journalIn(folder)
  const desk = await openDesk({ folder, journal: fullAfter(inner, 2) })
  const receipt = await rehearseAt(desk, PLAN)
  const end = await runAt(desk, receipt, PLAN)
  const [run] = await inner.list()
  await desk[Symbol.asyncDispose]()
  await inner[Symbol.asyncDispose]()
  return { folder, id: run?.id ?? '', end }
}

async function journalIn(folder: string, key = 'ab'): Promise<RunJournal> {
  const keyFile = join(folder, `key-${key}`)
  writeFileSync(keyFile, key.repeat(32), { mode: 0o600 })
  return openJournal({ name: join(folder, 'runs.db'), keyFile, env: {}, cwd: folder })
}

/** After so many calls nothing can be written any more. */
function fullAfter(journal: RunJournal, calls: number): RunJournal {
  let begun = 0
  const unlessFull = <T>(work: () => Promise<T>): Promise<T> =>
    begun > calls
      ? Promise.reject(new StoreError('STORE_FULL', 'the disk is full', { hint: 'make room' }))
      : work()
  return {
    ...journal,
    decide: (...decision) => unlessFull(() => journal.decide(...decision)),
    async claim(id, owner) {
      const claim = await journal.claim(id, owner)
      if (claim.kind !== 'owned') return claim
      const { run } = claim
      const mark: typeof run.mark = (batch) => {
        begun += batch.begun.length
        return unlessFull(() => run.mark(batch))
      }
      return { ...claim, run: { ...run, mark, leave: (how) => unlessFull(() => run.leave(how)) } }
    },
  }
}

/** In a copy of its folder: what was spent stays spent there. */
async function damaged(half: HalfDone, damage: string | ((path: string) => void) = ''): Promise<HalfDone> {
  const folder = await temporaryFolder()
  const file = join(folder, 'runs.db')
  copyFileSync(join(half.folder, 'saved.db'), file)
  copyFileSync(join(half.folder, LOG), join(folder, LOG))
  if (typeof damage === 'function') damage(file)
  else await executed(file, damage)
  return { ...half, folder }
}

async function executed(file: string, sql: string): Promise<void> {
  const database = await openSqliteDatabase(file, 1_000)
  database.execute(sql)
  database.close()
}

interface Resumed {
  /** How it ended, or why it could not even be begun. */
  readonly said: string
  /** What the server was asked in all. */
  readonly made: readonly string[]
}

async function resumed(
  { folder, id }: HalfDone,
  { key, ...options }: DeskOptions & { readonly key?: string } = {},
): Promise<Resumed> {
  let said = ''
  try {
    await using journal = await journalIn(folder, key)
    await using desk = await openDesk({ folder, journal, ...options })
    const report = await desk.gateway.resumeRun(id)
    said = 'run' in report ? report.kind : `${report.ended}: ${report.ended_because ?? ''}`
  } catch (failure) {
    if (!(failure instanceof UnderstudyError)) throw failure
    said = `${failure.code}: ${failure.message}`
  }
  return { said, made: madeIn(folder) }
}

function madeIn(folder: string): readonly string[] {
  const lines = readFileSync(join(folder, LOG), 'utf8').trim().split('\n')
  return lines.map((line) => String(JSON.parse(line).arguments.title))
}

/** Of the server of the desk. */
const LOG = 'tickets-.log'

describe('a run whose journal', () => {
  verifies('journal:attacked')
  let half: HalfDone
  beforeAll(async () => {
    half = await halfDone()
    await executed(join(half.folder, 'runs.db'), `VACUUM INTO '${join(half.folder, 'saved.db')}'`)
  })

  afterAll(() => rm(half.folder, { recursive: true }))

  test('could not be written any more is stopped before its next call, and is there', async () => {
    expect(half.end.ended).not.toBe('completed')
    expect(half.end.why).toContain('the disk is full')
    const journal = await journalIn(half.folder)
    onTestFinished(() => journal[Symbol.asyncDispose]())
    expect((await journal.read(half.id))?.calls.map(({ state }) => state)).toEqual(['done', 'done'])
  })

  test.each<[string, string, RegExp]>([
    [
      'has the answers of two calls exchanged',
      'UPDATE call SET outcome = (SELECT o.outcome FROM call o WHERE o.n = 3 - call.n)',
      /^JOURNAL_KEY: .*an entry was changed, or belongs elsewhere/,
    ],
    [
      'says another tool of a call',
      "UPDATE call SET tool = 'tickets:close_ticket' WHERE n = 2",
      /^JOURNAL_KEY: .*an entry was changed/,
    ],
    [
      'says other arguments by their digest',
      "UPDATE call SET digest = 'x' WHERE n = 2",
      /^JOURNAL_KEY: .*an entry was changed/,
    ],
    [
      'says that a call which was made was never sent',
      "UPDATE call SET state = 'waiting', outcome = '', attempt = '' WHERE n = 2",
      /^JOURNAL_KEY: .*an entry was changed/,
    ],
    [
      'says that a call was taken back, by its answer',
      "UPDATE call SET state = 'waiting', attempt = '' WHERE n = 2",
      /^JOURNAL_KEY: .*an entry was changed/,
    ],
    [
      'forgot what a call was asked, and that it was sent',
      "UPDATE call SET state = 'waiting', outcome = '', arguments = '' WHERE n = 2",
      /^JOURNAL_KEY: /,
    ],
    [
      'forgot what a call was answered',
      "UPDATE call SET outcome = '' WHERE n = 2",
      /^(?:refused: .*somebody has begun it already|doubt)/,
    ],
    ['says that nobody knows what came of a call', "UPDATE call SET state = 'sent' WHERE n = 2", /^doubt$/],
    ['has a call at another place', 'UPDATE call SET occurrence = 7 WHERE n = 2', /^JOURNAL_KEY: /],
    [
      'has the settings of nobody',
      "UPDATE run SET settings = 'u1.00000000.AAAA'",
      /^JOURNAL_KEY: .*it was written with another key/,
    ],
    ['has a cut entry', 'UPDATE run SET plan = substr(plan, 1, 60)', /^JOURNAL_KEY: .*an entry was changed/],
    ['forgot what it was about', "UPDATE run SET settings = ''", /^RUN_UNKNOWN: .*or of another release/],
    ['is that of a run that was given up', "UPDATE run SET state = 'abandoned'", /^RUN_UNKNOWN: .*abandoned/],
    ['lacks the run', 'DELETE FROM call; DELETE FROM run', /^RUN_UNKNOWN: /],
    ['is of a later release', 'PRAGMA user_version = 99', /^STORE_NEWER: .*format 99/],
    ['is of another program', 'PRAGMA application_id = 1', /^STORE_UNREADABLE: .*another program/],
  ])('%s is refused, and makes no call', async (_, sql, why) => {
    expect(await resumed(await damaged(half, sql))).toEqual({ said: expect.stringMatching(why), made: TWO })
  })

  test.each<[string, (path: string) => void]>([
    ['was cut', (path) => truncateSync(path, 9_000)],
    ['holds something else', (path) => writeFileSync(path, 'x'.repeat(9_000))],
  ])('%s is refused, and makes no call', async (_, damage) => {
    expect(await resumed(await damaged(half, damage))).toEqual({
      said: expect.stringMatching(/^STORE_CORRUPT: /),
      made: TWO,
    })
  })

  test('is opened with another key is refused, and goes on with its own', async () => {
    const copy = await damaged(half)

    expect(await resumed(copy, { key: 'cd' })).toEqual({
      said: expect.stringMatching(/^JOURNAL_KEY: .*it was written with another key/),
      made: TWO,
    })
    expect(await resumed(copy)).toEqual({ said: 'completed: ', made: ALL })
  })

  test.each([3_600_000, -3_600_000])(
    'is gone on with %i ms later by the clock, by two at once: one of them does the rest, once',
    async (ms) => {
      const clock = { ...systemClock, now: () => systemClock.now() + ms }
      const copy = await damaged(half)

      const ends = await Promise.all([resumed(copy, { clock }), resumed(copy, { clock })])

      const [one, other] = ends.map(({ said }) => said).sort()
      expect(one).toMatch(/^RUN_UNKNOWN: .*(another owner has it|it is over)/)
      expect(other).toBe('completed: ')
      expect(madeIn(copy.folder)).toEqual(ALL)
    },
  )
})

test('a run that another release has begun by a receipt is refused, makes no call, and stays where it is', async () => {
  const folder = await temporaryFolder()
  await using journal = await journalIn(folder)
  await using desk = await openDesk({ folder, journal })
  const made = await rehearseAt(desk, PLAN)
  const receipt = resealed({ ...made, version: '0.0.1' }, journal.receiptKey)
  const settings = writeSettings(freshSettings('plan.ts', {}, 0, { receipt, asRehearsed: true }))
  const about = { id: 'older', principal: 'anonymous', title: 'plan.ts', plan: PLAN.text }
  await journal.add({ ...about, settings, receipt: receipt.id })

  await expect(desk.gateway.resumeRun('older')).rejects.toMatchObject({
    code: 'RECEIPT_REFUSED',
    message: expect.stringContaining('It was made by version 0.0.1 of Understudy, and this is'),
  })
  expect(desk.effects()).toEqual([])
  expect(await journal.list()).toMatchObject([{ id: 'older', state: 'running' }])
})

test('a journal where nothing can be written is told, and nothing is made elsewhere', async () => {
  const keyFile = join(await temporaryFolder(), 'key')
  writeFileSync(keyFile, 'ab'.repeat(32), { mode: 0o600 })

  await expect(
    openJournal({ name: '/proc/nowhere/runs.db', keyFile, env: {}, cwd: '/' }),
  ).rejects.toMatchObject({ code: 'STORE_UNREADABLE', hint: expect.stringContaining('permissions') })
})
