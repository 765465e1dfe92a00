import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  importRecordings,
  openMemoryStore,
  openSqliteStore,
  type RecordingStore,
} from '../../src/recording/index.js'
import { key, recording, time } from '../contract/recording-store.contract.js'
import { verifies } from '../verifies.js'
import { createScratchFolder } from './scratch-folder.js'
import { killWriters } from './soak/kill-writers.mjs'
import { killableFile } from './soak/killable-stores.mjs'
import { fillCassette, soakOneStore } from './soak/soak-one-store.mjs'
import { STORE_KINDS } from './soak/store-kinds.mjs'

verifies('recording:store-shared', 'recording:nothing-lost', 'recording:any-size')

describe.each(Object.entries(STORE_KINDS))(
  'a %s store that several processes use',
  (kind, { open, place }) => {
    it('keeps what two of them append at once, 500 each, while a third reads', async () => {
      await using folder = await createScratchFolder()
      const file = place(folder.path)
      const writers = [0, 500].map((first) => writer(file, { first, batches: 500 }))
      await using store = await open(file)

      const ends = Promise.all(writers.map((process) => endOf(process)))
      const seen = await readWhile(store, writers)

      expect(await ends).toEqual([0, 0])
      expect(seen.every((count, i) => count >= (seen[i - 1] ?? 0))).toBe(true)
      expect(await keysIn(store)).toEqual(new Set(Array.from({ length: 1000 }, (_, n) => key(n))))
    })

    it('holds nothing twice when two import the same at once, and is no staler for it', async () => {
      await using folder = await createScratchFolder()
      await using source = await openMemory(500)
      const file = place(folder.path)
      await using one = await open(file)
      await using other = await open(file)

      const imported = await Promise.all([importRecordings(source, one), importRecordings(source, other)])

      const keys: string[] = []
      for await (const each of one.list()) keys.push(each.key)
      expect(keys).toEqual(Array.from({ length: 500 }, (_, n) => key(n)))
      expect(imported.reduce((sum, each) => sum + each.imported, 0)).toBe(500)
      expect(imported.reduce((sum, each) => sum + each.skipped, 0)).toBe(500)
      expect(await one.generations.of('demo')).toBe(3)
    })

    it('is whole and keeps everything it acknowledged when they are killed, batch by batch', async () => {
      await using folder = await createScratchFolder()

      const { acknowledged, problems } = await killWriters(killableFile(kind, folder.path), {
        runs: 2,
        seed: 7,
      })

      expect(problems).toEqual([])
      expect(acknowledged).toBeGreaterThan(0)
    })
  },
)

describe('a store that is filled, read and emptied', () => {
  // The long version, with 100,000 recordings and a limit, is a command: npm run soak:store.
  it('takes no memory for what it holds, of whatever kind', async () => {
    await using folder = await createScratchFolder()
    const source = join(folder.path, 'source.jsonl')
    await fillCassette(source, 1000)

    const soaked = await Promise.all(
      Object.keys(STORE_KINDS).map((kind) =>
        soakOneStore({ kind, source, folder: folder.path, count: 1000 }),
      ),
    )

    const phases = soaked.flat()
    expect(phases.map(({ phase, megabytes }) => `${phase} ${megabytes.length}`)).toEqual(
      soaked.flatMap(() => ['import 10', 'lookup 10', 'prune 10']),
    )
    const grown = phases.map(({ megabytes }) => (megabytes.at(-1) ?? 0) - (megabytes[0] ?? 0))
    expect(Math.max(...grown)).toBeLessThan(50)
  })
})

// To mount something needs the right to do so, in a namespace of its own.
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0

describe('a SQLite store where nothing can be written', () => {
  it.skipIf(!canMount).each(['closed', 'in use by somebody who may write'])(
    'is read, and says that it may only be read: %s',
    async (state) => {
      await using folder = await createScratchFolder()
      const file = join(folder.path, 'strange? name#1%.db')
      const store = await openSqliteStore(file)
      onTestFinished(() => store[Symbol.asyncDispose]())
      await store.append([1, 2].map((n) => recording({ key: key(n) })))
      await store.generations.advance('demo')
      if (state === 'closed') await store[Symbol.asyncDispose]()
      const before = await readdir(folder.path)

      const said = await readOnlyUser(folder.path, file)

      expect(said).toEqual({
        listed: 2,
        found: key(1),
        generation: 1,
        ends: Array.from(
          { length: 4 },
          () => `STORE_UNREADABLE: Cannot write to the store "${file}": it may only be read`,
        ),
      })
      // What the writer here left beside the file goes when its connection is collected, which may be right now.
      expect(before).toEqual(expect.arrayContaining(await readdir(folder.path)))
    },
  )

  it.skipIf(!canMount)('is refused when its log was left behind, which cannot be read there', async () => {
    await using folder = await createScratchFolder()
    const [file, copy] = ['recordings.db', 'copy.db'].map((name) => join(folder.path, name))
    await using store = await openSqliteStore(file ?? '')
    await store.append([recording()])
    for (const ending of ['', '-wal']) await copyFile(`${file}${ending}`, `${copy}${ending}`)

    expect(await readOnlyUser(folder.path, copy ?? '')).toMatch(/^STORE_UNREADABLE: Cannot use the store/)
  })
})

describe('a SQLite store on a full disk', () => {
  it.skipIf(!canMount)('says so, keeps what it acknowledged, and goes on when there is room', async () => {
    await using folder = await createScratchFolder()
    const script = 'mount -t tmpfs -o size=3m tmpfs "$0" && exec "$1" "$2" "$0"'
    const node = [process.execPath, fileURLToPath(new URL('disk-filler.js', import.meta.url))]

    const filler = spawn('unshare', ['-rm', 'sh', '-c', script, folder.path, ...node], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output] = await Promise.all([text(filler.stdout), once(filler, 'exit')])
    const said = JSON.parse(output)

    expect(said).toEqual({
      acknowledged: expect.any(Number),
      code: 'STORE_FULL',
      message: expect.stringContaining('the disk is full'),
      keptWhenFull: said.acknowledged,
      keptInTheEnd: said.acknowledged + 1,
    })
    expect(said.acknowledged).toBeGreaterThan(10)
  })
})

/** So many recordings, of a server whose data changed three times. */
async function openMemory(count: number): Promise<RecordingStore> {
  const store = openMemoryStore()
  await store.append(Array.from({ length: count }, (_, n) => recording({ key: key(n), recordedAt: time(n) })))
  await store.generations.raise('demo', 3)
  return store
}

/** What it prints, in a world where the folder is on a disk that is read-only. */
async function readOnlyUser(folder: string, file: string): Promise<unknown> {
  const mounted = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$1" "$2" "$3"'
  const script = fileURLToPath(new URL('read-only-user.js', import.meta.url))
  const user = spawn('unshare', ['-rm', 'sh', '-c', mounted, folder, process.execPath, script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(user.stdout), once(user, 'exit')])
  return JSON.parse(output)
}

function writer(file: string, { first, batches }: { first: number; batches: number }) {
  const script = fileURLToPath(new URL('soak/writer.mjs', import.meta.url))
  return spawn(process.execPath, [script, file, String(first), '1', String(batches)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function endOf(process: ReturnType<typeof writer>): Promise<number | null> {
  process.stdout.resume()
  const [code] = await once(process, 'exit')
  return code
}

/** Counts the recordings again and again as long as one of the processes lives. */
async function readWhile(store: RecordingStore, processes: readonly ChildProcess[]): Promise<number[]> {
  const counts: number[] = []
  while (processes.some(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    counts.push((await keysIn(store)).size)
    await new Promise(setImmediate)
  }
  return counts
}

async function keysIn(store: RecordingStore): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const each of store.list()) keys.add(each.key)
  return keys
}
