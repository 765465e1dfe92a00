import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import { openSqliteStore, type RecordingStore } from '../../src/recording/index.js'
import { key, recording } from '../contract/recording-store.contract.js'
import { verifies } from '../verifies.js'
import { createScratchFolder } from './scratch-folder.js'

verifies('recording:store-shared', 'recording:nothing-lost')

describe('a SQLite store that several processes use', () => {
  it('keeps what two of them append at once, 500 each, while a third reads', async () => {
    await using folder = await createScratchFolder()
    const file = join(folder.path, 'recordings.db')
    const appenders = [appender(file, 0, 500, 1), appender(file, 500, 500, 1)]
    await using store = await openSqliteStore(file)

    const ends = Promise.all(appenders.map((process) => endOf(process)))
    const seen = await readWhile(store, appenders)

    expect(await ends).toEqual([0, 0])
    expect(seen.every((count, i) => count >= (seen[i - 1] ?? 0))).toBe(true)
    expect(await keysIn(store)).toEqual(new Set(Array.from({ length: 1000 }, (_, n) => key(n))))
  })

  it.each([1, 37, 150])(
    'keeps everything it acknowledged when a process is killed after %i batches',
    async (batches) => {
      await using folder = await createScratchFolder()
      const file = join(folder.path, 'recordings.db')
      const process = appender(file, 0, 1_000_000, 3)

      const acknowledged = await acknowledgedUntil(process, batches)
      process.kill('SIGKILL')
      await once(process, 'exit')

      await using store = await openSqliteStore(file)
      const keys = await keysIn(store)
      const promised = Array.from({ length: acknowledged * 3 }, (_, n) => key(n))
      expect(promised.filter((each) => !keys.has(each))).toEqual([])
      expect(keys.size % 3).toBe(0)
      expect(integrityOf(file)).toBe('ok')
      await store.append([recording({ key: key(9_999_999) })])
      expect((await store.lookup(key(9_999_999)))?.key).toBe(key(9_999_999))
    },
  )
})

describe('a SQLite store on a full disk', () => {
  // A disk of 3 MB needs the right to mount one, in a namespace of its own.
  const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0

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

function appender(file: string, first: number, batches: number, size: number) {
  const script = fileURLToPath(new URL('appender.js', import.meta.url))
  return spawn(process.execPath, [script, file, String(first), String(batches), String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function endOf(process: ReturnType<typeof appender>): Promise<number | null> {
  process.stdout.resume()
  const [code] = await once(process, 'exit')
  return code
}

async function acknowledgedUntil(process: ReturnType<typeof appender>, batches: number): Promise<number> {
  let acknowledged = 0
  for await (const _ of createInterface({ input: process.stdout })) {
    if (++acknowledged >= batches) break
  }
  return acknowledged
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

function integrityOf(file: string): unknown {
  const database = new Libsql(file)
  const [row] = database.prepare('PRAGMA integrity_check').raw().all([])
  database.close()
  return Array.isArray(row) ? row[0] : row
}
