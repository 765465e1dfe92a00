/** How long former bytes are kept, which go first, and who can read them. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { createEffects } from '../../src/effects/index.js'
import { keepFormerBytes } from '../../src/gateway/undo/keep-former-bytes.js'
import { createSeal } from '../../src/journal/index.js'
import type { FormerPlace } from '../../src/plan/index.js'
import {
  DEFAULT_UNDO_LIMITS,
  findFormerBytes,
  makeRoom,
  openFormerBytes,
} from '../../src/undo/former-bytes.js'
import { notKeepable } from '../../src/undo/index.js'
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

  test('are kept for thirty days, but for those of the run itself, and 256 MB of them', async () => {
    for (const [run, daysAgo] of [
      ['old', 31],
      ['mine', 31],
      ['young', 29],
    ] as const)
      await keep(run, daysAgo)

    expect(makeRoom(1, DEFAULT_UNDO_LIMITS, { env, nowMs: NOW_MS, spared: 'mine' })).toBe(true)
    expect(['old', 'mine', 'young'].map(isKept)).toEqual([false, true, true])

    const whole = 256 * 1024 * 1024
    const about = { env, nowMs: NOW_MS, spared: 'new' }
    expect(makeRoom(whole + 1, DEFAULT_UNDO_LIMITS, about)).toBe(false)
    expect(isKept('young')).toBe(true)
    expect(makeRoom(whole, DEFAULT_UNDO_LIMITS, about)).toBe(true)
    expect(isKept('young')).toBe(false)
  })

  test('of the oldest run go first where there is not room enough, and never those of the last hour', async () => {
    for (const [run, daysAgo] of [
      ['first', 3],
      ['second', 2],
      ['last', 0],
    ] as const)
      await keep(run, daysAgo)
    const limits = { maxBytes: 4_500, keepMs: 30 * DAY_MS }
    const about = { env, nowMs: NOW_MS, spared: 'new' }

    expect(makeRoom(1_500, limits, about)).toBe(true)
    expect(['first', 'second', 'last'].map(isKept)).toEqual([false, true, true])
    expect(makeRoom(4_400, limits, about)).toBe(false)
    expect(makeRoom(9_000, limits, about)).toBe(false)
    expect(isKept('last')).toBe(true)

    // What does not fit then is told before: of one place and of two, since what is young makes no room.
    const places = ['x', 'y'].map((name): FormerPlace => {
      const path = join(folder, '..', `${basename(folder)}-${name}`)
      writeFileSync(path, 'x'.repeat(1_200))
      return { path, keeps: 'contents', calls: [1] }
    })
    const [x, y] = places.map(({ path }) => path)
    const told = (maxBytes: number): readonly string[] => [
      ...notKeepable(places, { ...limits, maxBytes }, about).keys(),
    ]
    expect([told(4_500), told(2_300), told(3_000)]).toEqual([[], [x, y], [y]])
    for (const { path } of places) rmSync(path)
  })

  test('are closed to whoever has another key', async () => {
    await keep('sealed', 0)

    expect(() => findFormerBytes('sealed', env, createSeal(Buffer.alloc(32, 2)))).toThrow(
      'written with another key',
    )
    expect(findFormerBytes('sealed', env, seal)?.lines()).toHaveLength(1)
  })

  test('that the policy requires and that are not kept stop a run at its first effect, whichever they are of', async () => {
    const [small, big] = ['small', 'big'].map((name) => join(folder, 'place', name))
    mkdirSync(join(folder, 'place'))
    writeFileSync(small ?? '', 'x')
    // More than when it was rehearsed.
    writeFileSync(big ?? '', 'x'.repeat(200_000))
    const changes = [small ?? '', big ?? ''].map(
      (path, i) => ({ path, change: 'changed', kind: 'file', call: i + 1 }) as const,
    )
    const made: number[] = []
    const run = async (effect: 'destructive' | 'write'): Promise<readonly string[]> => {
      const refused: string[] = []
      const link = keepFormerBytes({
        ...{ run: effect, journal: { undoKey: '11'.repeat(32), receiptKey: 'k' } },
        receipt: { changes, effects: [1, 2].map((call) => ({ call, tool: `s:${call}`, effect })) },
        world: {
          ...{
            policy: { require_undo: ['destructive'], rules: [] },
            env: { UNDERSTUDY_UNDO_DIR: join(folder, 'place', effect) },
          },
          ...{ undo: { maxBytes: 100_000, keepMs: DAY_MS }, clock: systemClock, warn: () => undefined },
        },
        effects: createEffects([]),
      })?.({ rehearsed: (n) => n, onRefused: (_, why) => refused.push(why) })
      for (const n of [1, 2])
        await link?.answer({ n, server: 's', tool: String(n) }, ({ n: at }) => {
          made.push(at)
          return Promise.resolve({
            outcome: { kind: 'tool-error', content: [] },
            provenance: { source: 'live' },
          })
        })
      return refused
    }

    expect(await run('write')).toEqual([])
    expect(made.splice(0)).toEqual([1, 2])
    expect((await run('destructive'))[0]).toMatch(
      /^Call 2 \(s:2\) has no way back, and the policy requires one: .*big: its former bytes \(200000\) are more than are kept$/,
    )
    expect(made).toEqual([])
  })
})
