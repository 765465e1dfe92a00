import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { manualClock } from '../../src/base/index.js'
import { openSqliteStore, type RecordingStore } from '../../src/recording/index.js'
import { describeRecordingStore, key, recording } from '../contract/recording-store.contract.js'
import { verifies } from '../verifies.js'
import { createScratchFolder } from './scratch-folder.js'

verifies('recording:store-private', 'recording:nothing-lost', 'recording:stores-alike')

describeRecordingStore('the SQLite store', async () =>
  openSqliteStore(join(await scratch(), 'recordings.db')),
)

/** A folder that is gone after the test. */
async function scratch(): Promise<string> {
  const folder = await createScratchFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return folder.path
}

describe('the SQLite store', () => {
  it('keeps recordings and its salt when it is closed and opened again', async () => {
    const path = join(await scratch(), 'recordings.db')
    const first = await openSqliteStore(path)
    await first.append([recording()])
    await first[Symbol.asyncDispose]()

    await using second = await openSqliteStore(path)

    expect(await second.lookup(recording().key)).toEqual(recording())
    expect(second.salt).toBe(first.salt)
  })

  it('holds everything in the one file once it is closed', async () => {
    const folder = await scratch()
    const path = join(folder, 'recordings.db')
    const store = await openSqliteStore(path)
    await store.append(Array.from({ length: 100 }, (_, n) => recording({ key: key(n) })))
    await store[Symbol.asyncDispose]()
    await writeFile(join(folder, 'copy.db'), await readFile(path))

    await using copy = await openSqliteStore(join(folder, 'copy.db'))

    expect((await copy.lookup(key(99)))?.key).toBe(key(99))
  })

  it('lets only the owner read what it creates, the folder and the files beside it included', async () => {
    const folder = await scratch()
    const path = join(folder, 'made', 'for', 'us', 'recordings.db')
    await using store = await openSqliteStore(path)
    await store.append([recording()])

    const made = await Promise.all(
      [
        'made',
        'made/for/us',
        'made/for/us/recordings.db',
        'made/for/us/recordings.db-wal',
        'made/for/us/recordings.db-shm',
      ].map(async (name) => ((await stat(join(folder, name))).mode & 0o777).toString(8)),
    )

    expect(made).toEqual(['700', '700', '600', '600', '600'])
  })

  it('is opened for the first time by several at once', async () => {
    const path = join(await scratch(), 'recordings.db')

    const stores = await Promise.all(Array.from({ length: 8 }, () => openSqliteStore(path)))

    await Promise.all(stores.map((store, n) => store.append([recording({ key: key(n) })])))
    expect(new Set(stores.map(({ salt }) => salt)).size).toBe(1)
    expect((await stores[0]?.lookup(key(7)))?.key).toBe(key(7))
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()))
  })

  it('takes an empty file for a new store', async () => {
    const path = join(await scratch(), 'recordings.db')
    await writeFile(path, '')

    await using store = await openSqliteStore(path)

    await store.append([recording()])
    expect(await store.lookup(recording().key)).toEqual(recording())
  })

  it('is never a remote database, whatever its path looks like', async () => {
    const folder = await scratch()
    const path = join(folder, 'libsql:', 'evil.test?x=1#y')

    await using store = await openSqliteStore(path)

    await store.append([recording()])
    expect(await readdir(join(folder, 'libsql:'))).toContain('evil.test?x=1#y')
  })
})

describe('opening a SQLite store', () => {
  it.each([
    ['text', 'STORE_CORRUPT', Buffer.from('This is not a database. '.repeat(100))],
    ['one byte', 'STORE_CORRUPT', Buffer.from('x')],
    [
      'a header and then noise',
      'STORE_CORRUPT',
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8192, 0xa5)]),
    ],
  ])('refuses a file of %s with %s, and leaves it as it was', async (_, code, content) => {
    const path = join(await scratch(), 'recordings.db')
    await writeFile(path, content)

    await expect(openSqliteStore(path)).rejects.toMatchObject({
      name: 'StoreError',
      code,
      message: expect.stringContaining(`"${path}"`),
      hint: expect.stringContaining('left as it is'),
    })
    expect(await readFile(path)).toEqual(content)
  })

  it('refuses a store of a newer release, and leaves it as it was', async () => {
    const path = join(await scratch(), 'recordings.db')
    const store = await openSqliteStore(path)
    await store.append([recording()])
    await store[Symbol.asyncDispose]()
    inDatabase(path, 'PRAGMA user_version = 7')

    await expect(openSqliteStore(path)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_NEWER',
      message: `Cannot use the store "${path}": it has format 7, and this release knows up to 2`,
      data: { path, found: 7, known: 2 },
    })
    inDatabase(path, 'PRAGMA user_version = 2')
    await using again = await openSqliteStore(path)
    expect(await again.lookup(recording().key)).toEqual(recording())
  })

  it('brings a store of format 1 to this one, with its salt and keys', async () => {
    const path = join(await scratch(), 'recordings.db')
    const old = { key: key(1), keyVersion: 1, server: 'demo', tool: 'read', arguments: { path: 'a' } }
    const body = {
      ...{ ...old, fingerprint: 'sha256:contract', principal: 'anonymous', effect: 'read' },
      ...{ outcome: { kind: 'tool-error', content: [], structured: [1] }, revision: '2025-11-25' },
      ...{ recordedAt: '2026-01-01T00:00:00.000Z', durationMs: 3 },
    }
    inDatabase(
      path,
      `PRAGMA application_id = ${0x55535459}; PRAGMA user_version = 1;
       CREATE TABLE properties (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
       INSERT INTO properties VALUES ('salt', '${'a'.repeat(32)}');
       CREATE TABLE recordings (id INTEGER PRIMARY KEY, key TEXT NOT NULL, launch TEXT NOT NULL, server TEXT NOT NULL,
         tool TEXT NOT NULL, recorded_at TEXT NOT NULL, duration_ms REAL NOT NULL, body TEXT NOT NULL) STRICT;
       CREATE INDEX recordings_by_key ON recordings (key, recorded_at);
       CREATE INDEX recordings_by_tool ON recordings (server, tool, recorded_at, duration_ms);
       CREATE INDEX recordings_by_time ON recordings (recorded_at);
       INSERT INTO recordings VALUES (7, '${key(1)}', '', 'demo', 'read', '2026-01-01T00:00:00.000Z', 3, '${JSON.stringify(body)}');`,
    )

    await using store = await openSqliteStore(path)

    expect(store.salt).toBe('a'.repeat(32))
    expect(await store.generations.of('demo')).toBe(0)
    expect(await store.lookup(key(1))).toEqual(
      recording({
        key: key(1),
        params: { name: 'read', arguments: { path: 'a' } },
        response: { result: { content: [], structuredContent: [1], isError: true } },
        durationMs: 3,
      }),
    )
  })

  it('refuses the database of another program, and leaves it as it was', async () => {
    const path = join(await scratch(), 'theirs.db')
    inDatabase(path, 'CREATE TABLE bookmarks (url TEXT)')
    const before = await readFile(path)

    await expect(openSqliteStore(path)).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringContaining('it is a database of another program'),
    })
    expect(await readFile(path)).toEqual(before)
  })

  it.each([
    ['a folder', 'is a folder', (path: string) => mkdir(path)],
    [
      'a link to nothing',
      'is a symbolic link to nothing',
      (path: string) => symlink(`${path}.elsewhere`, path),
    ],
    [
      'a link to an empty file',
      'is a symbolic link to an empty file',
      async (path: string) => {
        await writeFile(`${path}.elsewhere`, '')
        await symlink(`${path}.elsewhere`, path)
      },
    ],
    [
      'a log that is a link',
      'is a symbolic link',
      async (path: string) => {
        await writeFile(`${path}.elsewhere`, 'precious')
        await symlink(`${path}.elsewhere`, `${path}-wal`)
      },
    ],
    [
      'a file where its folder should be',
      'what should be its folder is a file',
      (path: string) => writeFile(path.replace(/\/[^/]*$/, ''), ''),
    ],
    ['a device', 'is not a regular file', (path: string) => symlink('/dev/null', path)],
  ])('refuses %s', async (_, found, prepare) => {
    const folder = await scratch()
    const path = join(folder, 'inner', 'recordings.db')
    if (found !== 'what should be its folder is a file') await mkdir(join(folder, 'inner'))
    await prepare(path)
    const before = await contentsOf(folder)

    await expect(openSqliteStore(path)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_UNREADABLE',
      message: expect.stringContaining(found),
    })
    expect({ ...(await contentsOf(folder)), 'inner/recordings.db': undefined }).toEqual({
      ...before,
      'inner/recordings.db': undefined,
    })
  })

  it('follows a link to a store', async () => {
    const folder = await scratch()
    const real = await openSqliteStore(join(folder, 'real.db'))
    await real.append([recording()])
    await real[Symbol.asyncDispose]()
    await symlink(join(folder, 'real.db'), join(folder, 'link.db'))

    await using linked = await openSqliteStore(join(folder, 'link.db'))

    expect(await linked.lookup(recording().key)).toEqual(recording())
  })
})

describe('a SQLite store in trouble', () => {
  it('says that another process holds it, after the time that it may wait, and goes on afterwards', async () => {
    const path = join(await scratch(), 'recordings.db')
    const clock = wakingClock()
    await using store = await openSqliteStore(path, { lockTimeoutMs: 200, clock })
    const other = new Libsql(path)
    other.exec('BEGIN IMMEDIATE')

    await expect(store.append([recording()])).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      message: expect.stringContaining(`Cannot use the store "${path}": another process holds it`),
    })
    other.exec('ROLLBACK')
    await store.append([recording()])

    expect(clock.monotonic()).toBeGreaterThanOrEqual(200)
    expect(await store.lookup(recording().key)).toEqual(recording())
    other.close()
  })

  it('appends as soon as the other process is done', async () => {
    const path = join(await scratch(), 'recordings.db')
    const other = await openLocked(path)
    const clock = wakingClock((pauses) => {
      if (pauses === 3) other.exec('ROLLBACK')
    })
    await using store = await openSqliteStore(path, { lockTimeoutMs: 60_000, clock })

    await store.append([recording()])

    expect(await store.lookup(recording().key)).toEqual(recording())
    other.close()
  })

  it('still reads while another process writes', async () => {
    const path = join(await scratch(), 'recordings.db')
    await using store = await openSqliteStore(path)
    await store.append([recording()])
    const other = new Libsql(path)
    other.exec('BEGIN IMMEDIATE')

    expect(await store.lookup(recording().key)).toEqual(recording())
    other.close()
  })

  it('tells a recording that was changed from outside, and still gives the others', async () => {
    const path = join(await scratch(), 'recordings.db')
    await using store = await openSqliteStore(path)
    await store.append([1, 2, 3, 4, 5].map((n) => recording({ key: key(n) })))
    inDatabase(
      path,
      `UPDATE recordings SET body = '{"key":1}' WHERE id = 1; UPDATE recordings SET body = 'not JSON' WHERE id = 2;
       UPDATE recordings SET body = (SELECT body FROM recordings WHERE id = 5) WHERE id = 3`,
    )

    const ends = await Promise.allSettled([1, 2, 3, 4].map((n) => store.lookup(key(n))))

    expect(
      ends.map((end) => (end.status === 'rejected' ? [end.reason.code, end.reason.message] : end.value)),
    ).toEqual([
      [
        'STORE_CORRUPT',
        `Cannot read recording 1 of the store "${path}": "key" must be 64 hexadecimal digits, found 1`,
      ],
      ['STORE_CORRUPT', `Cannot read recording 2 of the store "${path}": it is not JSON`],
      ['STORE_CORRUPT', `Cannot use the store "${path}": a recording stands under another one's key`],
      recording({ key: key(4) }),
    ])
  })

  it('tells damaged pages, and leaves the file as it was', async () => {
    const path = join(await scratch(), 'recordings.db')
    const store = await openSqliteStore(path)
    await store.append(Array.from({ length: 200 }, (_, n) => recording({ key: key(n) })))
    await store[Symbol.asyncDispose]()
    const damaged = await readFile(path)
    damaged.fill(0x5a, 8192 + 100)
    await rm(`${path}-wal`, { force: true })
    await rm(`${path}-shm`, { force: true })
    await writeFile(path, damaged)

    await expect(openAndRead(path)).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_CORRUPT' })
    expect(damaged.equals(await readFile(path))).toBe(true)
  })
})

async function openAndRead(path: string): Promise<void> {
  await using store = await openSqliteStore(path)
  await store.lookup(key(1))
}

async function openLocked(path: string): Promise<Libsql.Database> {
  const store: RecordingStore = await openSqliteStore(path)
  await store[Symbol.asyncDispose]()
  const database = new Libsql(path)
  database.exec('BEGIN IMMEDIATE')
  return database
}

/** A clock on which every pause is over at once; tells how many there were. */
function wakingClock(onPause: (pauses: number) => void = () => undefined) {
  const clock = manualClock()
  let pauses = 0
  return {
    ...clock,
    sleep(ms: number) {
      const paused = clock.sleep(ms)
      clock.advance(ms)
      onPause(++pauses)
      return paused
    },
  }
}

function inDatabase(path: string, sql: string): void {
  const database = new Libsql(path)
  database.exec(sql)
  database.close()
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'latin1')] as const),
  )
  return Object.fromEntries(contents)
}
