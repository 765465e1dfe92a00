/** How long former bytes are kept, which go first, and who can read them. */
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSeal } from '../../src/journal/index.js'
import {
  DEFAULT_UNDO_LIMITS,
  findFormerBytes,
  makeRoom,
  openFormerBytes,
} from '../../src/undo/former-bytes.js'
import { verifies } from '../verifies.js'

const folder = mkdtempSync(join(tmpdir(), 'understudy-kept-'))
const env = { UNDERSTUDY_UNDO_DIR: folder }
const seal = createSeal(Buffer.alloc(32, 1))
const NOW_MS = Date.parse('2026-03-31T12:00:00Z')
const DAY_MS = 86_400_000
const isKept = (run: string): boolean => existsSync(join(folder, run))

/** Of a run that was written to so many days ago. */
async function keep(run: string, daysAgo: number): Promise<void> {
  const bytes = await openFormerBytes(run, env, seal)
  bytes.note({ kind: 'taken', padding: 'x'.repeat(1_000) })
  utimesSync(join(folder, run, 'log'), NOW_MS / 1000, NOW_MS / 1000 - (daysAgo * DAY_MS) / 1000)
}

describe('former bytes', () => {
  verifies('undo:bytes')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('are kept for thirty days, but for those of the run itself', async () => {
    for (const [run, daysAgo] of [
      ['old', 31],
      ['mine', 31],
      ['young', 29],
    ] as const)
      await keep(run, daysAgo)

    expect(makeRoom(1, DEFAULT_UNDO_LIMITS, { env, nowMs: NOW_MS, spared: 'mine' })).toBe(true)
    expect(['old', 'mine', 'young'].map(isKept)).toEqual([false, true, true])
  })

  test('of the oldest run go first where there is not room enough, and never those of the last hour', async () => {
    for (const [run, daysAgo] of [
      ['first', 3],
      ['second', 2],
      ['last', 0],
    ] as const)
      await keep(run, daysAgo)
    rmSync(join(folder, 'mine'), { recursive: true, force: true })
    rmSync(join(folder, 'young'), { recursive: true, force: true })
    const limits = { maxBytes: 4_500, keepMs: 30 * DAY_MS }
    const about = { env, nowMs: NOW_MS, spared: 'new' }

    expect(makeRoom(1_500, limits, about)).toBe(true)
    expect(['first', 'second', 'last'].map(isKept)).toEqual([false, true, true])
    expect(makeRoom(4_400, limits, about)).toBe(false)
    expect(makeRoom(9_000, limits, about)).toBe(false)
    expect(isKept('last')).toBe(true)
  })

  test('are closed to whoever has another key', async () => {
    await keep('sealed', 0)

    expect(() => findFormerBytes('sealed', env, createSeal(Buffer.alloc(32, 2)))).toThrow(
      'written with another key',
    )
    expect(findFormerBytes('sealed', env, seal)?.lines()).toHaveLength(1)
  })
})
