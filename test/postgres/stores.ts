/** What a store in PostgreSQL keeps, for whoever uses it at the same time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openPostgresDatabase, parsePostgresUrl } from '../../src/database/index.js'
import {
  createRedactor,
  importRecordings,
  openMemoryStore,
  type Recording,
  type RecordingStore,
} from '../../src/recording/index.js'
import { makeSalt } from '../../src/recording/make-salt.js'
import { MIGRATIONS, preparePostgresSchema } from '../../src/recording/postgres/postgres-schema.js'
import { sealRecording } from '../../src/recording/redaction/seal-recording.js'
import { describeRecordingStore, key, recording, time } from '../contract/recording-store.contract.js'
import { type Passed, recordWire } from '../fixtures/recorded-wire.js'
import { spellingsOf } from '../fixtures/secret-spellings.js'
import { killWriters } from '../recording/soak/kill-writers.mjs'
import { killablePostgres } from '../recording/soak/killable-stores.mjs'
import { verifies } from '../verifies.js'
import { freshSchema, openStore, server, sql, urlOf } from './world.js'

describeRecordingStore('the PostgreSQL store', () => openStore())

describe('the PostgreSQL store', () => {
  it('keeps recordings, generations and its salt when it is closed and opened again', async () => {
    const place = { schema: freshSchema() }
    const first = await openStore(place)
    await first.append([recording()])
    await first.generations.advance('demo')
    await first[Symbol.asyncDispose]()

    const second = await openStore(place)

    expect(await second.lookup(recording().key)).toEqual(recording())
    expect(await second.generations.of('demo')).toBe(1)
    expect(second.salt).toBe(first.salt)
  })

  it('is opened for the first time by several at once', async () => {
    const place = { schema: freshSchema() }

    const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(place)))

    await Promise.all(stores.map((store, n) => store.append([recording({ key: key(n) })])))
    expect(new Set(stores.map(({ salt }) => salt)).size).toBe(1)
    expect((await stores[0]?.lookup(key(5)))?.key).toBe(key(5))
  })

  it('keeps what two processes append at once, 100 each, while a third reads', async () => {
    const place = { schema: freshSchema() }
    const store = await openStore(place)
    const appenders = [0, 100].map((first) => appender(urlOf(place), first, 100))

    const ends = Promise.all(appenders.map(async (each) => (await once(each, 'exit'))[0]))
    const seen: number[] = []
    while (appenders.some(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      seen.push((await listed(store)).length)
    }

    expect(await ends).toEqual([0, 0])
    expect(seen.every((count, at) => count >= (seen[at - 1] ?? 0))).toBe(true)
    expect(new Set((await listed(store)).map((each) => each.key))).toEqual(
      new Set(Array.from({ length: 200 }, (_, n) => key(n))),
    )
  })

  // The long version, with 200 runs, is a command: npm run soak:kill.
  it('is whole and keeps everything it acknowledged when processes that append are killed', async () => {
    const { acknowledged, problems } = await killWriters(killablePostgres(server), { runs: 2, seed: 7 })

    expect(problems).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  })

  it('holds nothing twice when two import the same at once, and is no staler for it', async () => {
    const place = { schema: freshSchema() }
    const [one, other] = [await openStore(place), await openStore(place)]
    await using source = openMemoryStore()
    await source.append(
      Array.from({ length: 500 }, (_, n) => recording({ key: key(n), recordedAt: time(n) })),
    )
    await source.generations.raise('demo', 3)

    const imported = await Promise.all([importRecordings(source, one), importRecordings(source, other)])

    expect((await listed(one)).map((each) => each.key)).toEqual(Array.from({ length: 500 }, (_, n) => key(n)))
    expect(imported.reduce((sum, each) => sum + each.imported, 0)).toBe(500)
    expect(await one.generations.of('demo')).toBe(3)
  })

  it('keeps the order of a large append', async () => {
    const store = await openStore()
    const all = Array.from({ length: 2500 }, (_, n) => recording({ key: key(n) }))

    await store.append(all)

    expect((await listed(store)).map((each) => each.key)).toEqual(all.map((each) => each.key))
  })

  it('takes names that are longer than what an index can hold', async () => {
    const store = await openStore()
    const server = 'server '.repeat(20_000)

    await store.append([recording({ server }), recording({ server: `${server}!` })])
    await store.generations.advance(server)

    expect(await store.durations({ key: '', server, tool: 'read' })).toMatchObject({ samples: 1 })
    expect(await store.generations.of(server)).toBe(1)
    expect(await store.remove({ server })).toBe(1)
  })

  it('holds no given secret in what it stored, however that was written', async () => {
    verifies('recording:secrets-disguised')
    const secret = 'tulip-9c1f-bulb'
    const spellings = Object.values(spellingsOf(secret))
    const redactor = createRedactor({ secrets: [secret] })
    const text = spellings.map((each) => `x ${each} y`)
    const anomalies = Object.fromEntries(text.map((each, i) => [`x-own-${i}`, each]))
    const place = { schema: freshSchema() }
    const store = await openStore(place)
    const passed = text.flatMap((each, id): Passed => {
      const call = {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'look', arguments: { [each]: each } },
      }
      const content = [
        { type: 'text', text: `${each}${secret.slice(0, 7)}` },
        { type: 'text', text: secret.slice(7) },
      ]
      return [
        ['client', call],
        ['server', { jsonrpc: '2.0', id, result: { content, [each]: each }, beside: each }],
      ]
    })

    const sealed = [...(await recordWire(passed, redactor)), recording({ http: { anomalies } })]
    await store.append(sealed.map((each) => sealRecording(each, redactor)))

    const tables = sql(
      `select table_name from information_schema.tables where table_schema = '${place.schema}'`,
    )
    const stored = tables
      .split('\n')
      .map((table) => sql(`select each::text from "${place.schema.replaceAll('"', '""')}"."${table}" each`))
      .join('\n')
    expect(stored).toContain('REDACTED_secret')
    for (const spelling of [...spellings, `${secret.slice(0, 7)}"`])
      for (const form of [
        spelling,
        JSON.stringify(spelling).slice(1, -1),
        Buffer.from(spelling).toString('hex'),
      ])
        expect(stored).not.toContain(form)
  })

  it('lets two remove the same at once', async () => {
    const place = { schema: freshSchema() }
    const [one, other] = [await openStore(place), await openStore(place)]
    await one.append(
      Array.from({ length: 5000 }, (_, n) => recording({ key: key(n), recordedAt: time(n % 7) })),
    )

    const removed = await Promise.all([
      one.remove({ recordedBefore: time(6) }),
      other.remove({ recordedSince: time(2) }),
    ])

    expect(removed[0] + removed[1]).toBe(5000)
    expect(await listed(one)).toEqual([])
  })

  it('tells recordings that were changed behind its back', async () => {
    const place = { schema: freshSchema() }
    const store = await openStore(place)
    await store.append([1, 2, 3].map((n) => recording({ key: key(n) })))
    const table = `"${place.schema.replaceAll('"', '""')}".recordings`
    sql(
      `UPDATE ${table} SET body = 'no JSON' WHERE id = 1; UPDATE ${table} SET key = '${key(9)}' WHERE id = 2`,
    )

    const ends = await Promise.allSettled([1, 9, 3].map((n) => store.lookup(key(n))))

    const shown = `postgres://127.0.0.1:${new URL(urlOf()).port}/postgres?schema=${encodeURIComponent(place.schema)}`
    expect(
      ends.map((end) => (end.status === 'rejected' ? [end.reason.code, end.reason.message] : end.value)),
    ).toEqual([
      ['STORE_CORRUPT', `Cannot read recording 1 of the store "${shown}": it is not JSON`],
      ['STORE_CORRUPT', `Cannot use the store "${shown}": a recording stands under another one's key`],
      recording({ key: key(3) }),
    ])
  })

  it('is brought to the format of a newer release, once, and then refused by an older one', async () => {
    const place = { schema: freshSchema() }
    const store = await openStore(place)
    await store.append([recording()])
    const newer = [...MIGRATIONS, 'CREATE TABLE $.added (n int)']
    const database = await openPostgresDatabase(parsePostgresUrl(urlOf(place)))

    const salts = await Promise.all([1, 2, 3].map(() => preparePostgresSchema(database, makeSalt(), newer)))
    await database.close()

    expect(salts).toEqual([store.salt, store.salt, store.salt])
    expect(await store.lookup(recording().key)).toEqual(recording())
    await expect(openStore(place)).rejects.toMatchObject({
      code: 'STORE_NEWER',
      message: expect.stringMatching(/: it has format 3, and this release knows up to 2$/),
      data: { found: 3, known: 2 },
    })
  })
})

function appender(url: string, first: number, count: number) {
  const script = fileURLToPath(new URL('appender.js', import.meta.url))
  return spawn(process.execPath, [script, url, String(first), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function listed(store: RecordingStore): Promise<readonly Recording[]> {
  const all: Recording[] = []
  for await (const each of store.list()) all.push(each)
  return all
}
