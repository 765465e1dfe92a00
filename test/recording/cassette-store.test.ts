import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCassetteStore, type RecordingStore } from '../../src/recording/index.js'
import { describeRecordingStore, key, recording, time } from '../contract/recording-store.contract.js'
import { verifies } from '../verifies.js'
import { createScratchFolder } from './scratch-folder.js'

verifies('recording:stores-alike', 'recording:store-private', 'recording:nothing-lost', 'recording:cassette')

describeRecordingStore('the cassette', async () => openCassetteStore(await newFile()))

async function newFile(): Promise<string> {
  const folder = await createScratchFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return join(folder.path, 'a.jsonl')
}

/** A closed cassette of these recordings. */
async function cassetteOf(count: number): Promise<string> {
  const path = await newFile()
  await using store = await openCassetteStore(path)
  await store.append(Array.from({ length: count }, (_, n) => recording({ key: key(n) })))
  return path
}

async function keysIn(store: RecordingStore): Promise<string[]> {
  const keys: string[] = []
  for await (const each of store.list()) keys.push(each.key)
  return keys
}

describe('a cassette', () => {
  it('is a header and one line for each recording, in the order of appends', async () => {
    const path = await newFile()
    const store = await openCassetteStore(path, { salt: 'a'.repeat(32) })
    await store.append([recording({ key: key(2), recordedAt: time(2) })])
    await store.append([recording({ key: key(1), recordedAt: time(1) })])
    await store.generations.advance('demo')
    await store[Symbol.asyncDispose]()

    const line = (n: number) =>
      `{"server":"demo","method":"tools/call","params":{"name":"read","arguments":{"path":"a.txt"}},"ended":"answered","response":{"result":{"content":[{"type":"text","text":"hello"}]}},"between":[],"durationMs":12.5,"recordedAt":"2026-01-01T00:00:0${n}.000Z","revision":"2025-11-25","tool":{"name":"read","fingerprint":"sha256:contract","effect":"read"},"generation":0,"principal":"anonymous","key":"${key(n)}","keyVersion":1}\n`
    expect(await readFile(path, 'utf8')).toBe(
      `{"format":"understudy.cassette/1","salt":"${'a'.repeat(32)}"}\n${line(2)}${line(1)}{"changed":"demo","generation":1}\n`,
    )
  })

  it('keeps recordings, generations and its salt when it is opened again, and leaves no other file', async () => {
    const path = await newFile()
    const first = await openCassetteStore(path)
    await first.append([recording()])
    await first.generations.advance('demo')
    await first[Symbol.asyncDispose]()

    await using second = await openCassetteStore(path)

    expect(await second.lookup(recording().key)).toEqual(recording())
    expect(await second.generations.of('demo')).toBe(1)
    expect(second.salt).toBe(first.salt)
    expect(await readdir(join(path, '..'))).toEqual(['a.jsonl'])
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600')
  })

  it('is opened for the first time by several at once', async () => {
    const path = await newFile()

    const stores = await Promise.all(Array.from({ length: 8 }, () => openCassetteStore(path)))

    await Promise.all(stores.map((store, n) => store.append([recording({ key: key(n) })])))
    expect(new Set(stores.map(({ salt }) => salt)).size).toBe(1)
    expect(await keysIn(stores[3] ?? (await openCassetteStore(path)))).toHaveLength(8)
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()))
  })

  it('takes lines that an editor wrote: a byte order mark, blank ones, Windows line ends, no line end at the end', async () => {
    const path = await cassetteOf(3)
    const [header = '', ...lines] = (await readFile(path, 'utf8')).trim().split('\n')
    await writeFile(path, ['', `\ufeff${header}`, '', ...lines].join('\r\n'))
    const warnings: string[] = []

    await using store = await openCassetteStore(path, { warn: (message) => warnings.push(message) })
    await store.append([recording({ key: key(3) })])

    expect(await keysIn(store)).toEqual([0, 1, 2, 3].map(key))
    expect((await store.lookup(key(3)))?.key).toBe(key(3))
    await using again = await openCassetteStore(path)
    expect(await keysIn(again)).toEqual([0, 1, 2, 3].map(key))
    expect(warnings).toEqual([])
  })

  it('shows what another process appends, and what it removes, while it is open', async () => {
    const path = await cassetteOf(2)
    await using one = await openCassetteStore(path)
    await using other = await openCassetteStore(path)

    await other.append([recording({ key: key(2) })])
    const appended = await keysIn(one)
    await other.remove({ key: key(0) })
    const removed = await keysIn(one)
    await one.append([recording({ key: key(3) })])

    expect([appended, removed, await keysIn(other)]).toEqual([
      [0, 1, 2].map(key),
      [1, 2].map(key),
      [1, 2, 3].map(key),
    ])
  })

  it('goes on listing what was there when another process removes it', async () => {
    const path = await cassetteOf(3)
    await using one = await openCassetteStore(path)
    await using other = await openCassetteStore(path)
    const listing = one.list()[Symbol.asyncIterator]()
    const first = await listing.next()

    await other.remove({})

    const rest = [await listing.next(), await listing.next(), await listing.next()]
    expect([first, ...rest].map(({ value }) => value?.key)).toEqual([key(0), key(1), key(2), undefined])
    expect(await keysIn(one)).toEqual([])
  })

  it('keeps what is appended while others are removed, and the lines that are none', async () => {
    const path = await cassetteOf(500)
    await using store = await openCassetteStore(path)
    await using other = await openCassetteStore(path)
    await store.generations.advance('demo')

    await Promise.all([
      store.remove({ recordedBefore: time(1) }),
      ...[0, 1, 2].map((n) => other.append([recording({ key: key(1000 + n), recordedAt: time(5) })])),
    ])

    expect((await keysIn(store)).sort()).toEqual([1000, 1001, 1002].map(key))
    expect(await store.generations.of('demo')).toBe(1)
  })

  it('may be read where it may not be written', async () => {
    const path = await cassetteOf(1)
    await chmod(path, 0o400)

    await using store = await openCassetteStore(path)

    expect(await keysIn(store)).toEqual([key(0)])
    expect(await readdir(join(path, '..'))).toEqual(['a.jsonl'])
  })

  it('is not written while its lock cannot be made, then is, and closes in any case', async () => {
    const path = await cassetteOf(1)
    await mkdir(`${path}.lock`)
    const refused = await openCassetteStore(path)
    const store = await openCassetteStore(path)

    await expect(refused.append([recording()])).rejects.toMatchObject({ code: 'STORE_UNREADABLE' })
    await expect(store.append([recording()])).rejects.toMatchObject({ code: 'STORE_UNREADABLE' })
    await refused[Symbol.asyncDispose]()
    await rmdir(`${path}.lock`)
    await store.append([recording({ key: key(1) })])

    expect(await keysIn(store)).toEqual([0, 1].map(key))
    await store[Symbol.asyncDispose]()
  })

  it('is followed through a link, also when lines are removed', async () => {
    const path = await cassetteOf(2)
    const link = `${path}.link.jsonl`
    await symlink(path, link)

    await using linked = await openCassetteStore(link)
    await linked.remove({ key: key(0) })

    await using direct = await openCassetteStore(path)
    expect(await keysIn(direct)).toEqual([key(1)])
  })
})

describe('a cassette whose last append was not finished', () => {
  it.each([
    ['begun and not whole', (line: string) => `\0${line.slice(1, 40)}`],
    ['written but for its first byte', (line: string) => `\0${line.slice(1)}`],
    ['two lines of three', (line: string) => `\0${line.slice(1)}${line}${line.slice(0, 30)}`],
    ['cut by a power loss', (line: string) => line.slice(0, 40)],
    ['zeros of a power loss', () => '\0'.repeat(100)],
  ])('is read without it, and the next writer cuts it off: %s', async (_, unfinished) => {
    const path = await cassetteOf(2)
    const whole = await readFile(path, 'utf8')
    const line = `${whole.trim().split('\n').at(-1)}\n`
    await appendFile(path, unfinished(line))
    const warnings: string[] = []

    await using store = await openCassetteStore(path, { warn: (message) => warnings.push(message) })
    const before = await keysIn(store)
    await store.append([recording({ key: key(2) })])

    expect(before).toEqual([0, 1].map(key))
    expect(await keysIn(store)).toEqual([0, 1, 2].map(key))
    expect((await readFile(path, 'utf8')).startsWith(whole)).toBe(true)
    expect(warnings).toEqual([
      `The last line of "${path}" is not whole: its ${Buffer.byteLength(unfinished(line))} bytes, of a recording that was never finished, are left out`,
    ])
  })

  it('is cut off where the line before lacks its end', async () => {
    const path = await cassetteOf(2)
    const whole = (await readFile(path, 'utf8')).trimEnd()
    await writeFile(path, `${whole}\0{"server":`)

    await using store = await openCassetteStore(path)
    await store.append([recording({ key: key(2) })])

    expect(await keysIn(store)).toEqual([0, 1, 2].map(key))
  })
})

describe('a damaged cassette', () => {
  it.each([
    ['it is not JSON', (lines: string[]) => lines.with(2, '{"server":')],
    [
      'it is not JSON',
      (lines: string[]) => lines.with(2, `${lines[2]?.slice(0, 50)}\0\0${lines[2]?.slice(52)}`),
    ],
    [
      '"key" must be 64 hexadecimal digits, found "x"',
      (lines: string[]) => lines.with(2, lines[2]?.replace(key(1), 'x') ?? ''),
    ],
    [
      '"key" must be 64 hexadecimal digits, found nothing',
      (lines: string[]) => lines.with(2, lines[0] ?? ''),
    ],
    [
      'a change must name a server and its generation, found {"changed":"demo"}',
      (lines: string[]) => lines.with(2, '{"changed":"demo"}'),
    ],
    [
      'it is too deep or too long',
      (lines: string[]) =>
        lines.with(2, lines[2]?.replace('"hello"', `${'['.repeat(300)}${']'.repeat(300)}`) ?? ''),
    ],
    [
      '"durationMs" must be a number of milliseconds, found null',
      (lines: string[]) => lines.with(2, lines[2]?.replace('"durationMs":12.5', '"durationMs":1e999') ?? ''),
    ],
  ])('is refused with the number of the line, and left as it was: %s', async (problem, damage) => {
    const path = await cassetteOf(3)
    const damaged = damage((await readFile(path, 'utf8')).split('\n')).join('\n')
    await writeFile(path, damaged)

    await expect(openCassetteStore(path)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_CORRUPT',
      message: `Cannot read line 3 of the store "${path}": ${problem}`,
    })
    expect(await readFile(path, 'utf8')).toBe(damaged)
  })

  it('is refused for a line that nothing has room for', async () => {
    const path = await cassetteOf(1)
    await appendFile(path, '{')
    const file = openSync(path, 'r+')
    // Nothing but NUL, which takes no room on the disk.
    ftruncateSync(file, 2 ** 30)
    closeSync(file)

    await expect(openCassetteStore(path)).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: `Cannot read line 3 of the store "${path}": it is longer than 268435456 bytes`,
    })
  })

  it('is refused for text that is not UTF-8', async () => {
    const path = await cassetteOf(1)
    await appendFile(path, Buffer.from([0xff, 0xfe, 0x0a]))

    await expect(openCassetteStore(path)).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: `Cannot read line 3 of the store "${path}": it is not text in UTF-8`,
    })
  })

  it.each([
    ['STORE_UNREADABLE', 'it is not a cassette', 'hello'],
    ['STORE_UNREADABLE', 'it is not a cassette', '{"a":1}\n{"b":2}\n'],
    ['STORE_UNREADABLE', 'it is not a cassette', '\n'.repeat(3).concat('x\n')],
    [
      'STORE_NEWER',
      'it has format 2, and this release knows up to 1',
      '{"format":"understudy.cassette/2","salt":"x"}\n',
    ],
    [
      'STORE_CORRUPT',
      '"salt" must be 32 hexadecimal digits',
      '{"format":"understudy.cassette/1","salt":"x"}\n',
    ],
  ])('that is none, or no longer one, is refused with %s: %s', async (code, found, content) => {
    const path = await newFile()
    await writeFile(path, content)

    await expect(openCassetteStore(path)).rejects.toMatchObject({
      name: 'StoreError',
      code,
      message: expect.stringContaining(found),
    })
    expect(await readFile(path, 'utf8')).toBe(content)
  })

  it('tells that another one stands in its place', async () => {
    const path = await cassetteOf(1)
    await using store = await openCassetteStore(path)
    await rename(await cassetteOf(1), path)

    await expect(store.lookup(key(0))).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: `Cannot use the store "${path}": another cassette stands in its place`,
    })
  })

  it('tells that it was changed while it was open', async () => {
    const path = await cassetteOf(2)
    await using store = await openCassetteStore(path)
    const text = await readFile(path, 'utf8')
    const file = openSync(path, 'r+')
    ftruncateSync(file, 0)
    writeSync(file, text.replace(key(1), key(7)))
    closeSync(file)

    await expect(store.lookup(key(1))).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  })

  it('that is gone says so', async () => {
    const path = await cassetteOf(1)
    await using store = await openCassetteStore(path)
    await rename(path, `${path}.away`)

    await expect(store.append([recording()])).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: `Cannot use the store "${path}": there is no such file any more`,
    })
  })
})

describe('the lock of a cassette', () => {
  it('makes writers wait, and readers not', async () => {
    const path = await cassetteOf(1)
    await using store = await openCassetteStore(path, { lockTimeoutMs: 50 })
    await store.append([recording({ key: key(1) })])
    const other = new Libsql(`${path}.lock`)
    other.exec('BEGIN IMMEDIATE')

    await expect(store.append([recording({ key: key(2) })])).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    expect(await keysIn(store)).toEqual([0, 1].map(key))

    other.exec('ROLLBACK')
    other.close()
    await store.append([recording({ key: key(2) })])
    expect(await keysIn(store)).toEqual([0, 1, 2].map(key))
  })

  it('is never a link that somebody laid', async () => {
    const path = await cassetteOf(1)
    await writeFile(`${path}.precious`, 'precious')
    await symlink(`${path}.precious`, `${path}.lock`)

    await expect(openCassetteStore(path)).rejects.toMatchObject({ code: 'STORE_UNREADABLE' })
    expect(await readFile(`${path}.precious`, 'utf8')).toBe('precious')
  })

  it('goes over from one that removes it to one that waits', async () => {
    const path = await cassetteOf(0)

    for (let round = 0; round < 20; round++) {
      const stores = await Promise.all([1, 2, 3].map(() => openCassetteStore(path)))
      await Promise.all(
        stores.map(async (store, n) => {
          await store.append([recording({ key: key(round * 3 + n) })])
          await store[Symbol.asyncDispose]()
        }),
      )
    }

    await using store = await openCassetteStore(path)
    expect((await keysIn(store)).sort()).toEqual(Array.from({ length: 60 }, (_, n) => key(n)))
  })
})
