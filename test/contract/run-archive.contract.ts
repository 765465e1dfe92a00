/** What every archive of runs promises, whatever it keeps them in. */
import { describe, expect, test } from 'vitest'
import type { ArchivedRun, RunArchive } from '../../src/gateway/runs/run-archive.js'

export interface ArchiveLimits {
  readonly maxRuns?: number
  readonly maxBytes?: number
}

/** Runs the suite; each test gets an empty archive of its own from `create`. */
export function describeRunArchive(
  name: string,
  create: (limits?: ArchiveLimits) => Promise<RunArchive>,
): void {
  describe(`${name} keeps the contract of an archive of runs`, () => {
    test('what was put is got as it was, whatever becomes of the original', async () => {
      await using archive = await create()
      const run = archivedRun('a', { intent: 'tidy up' })
      const before = structuredClone(run)

      await archive.put(run)
      Reflect.set(run.report, 'verdict', 'changed')

      expect(await archive.get('a', 'anna')).toEqual(before)
    })

    test('a run that was never put is undefined', async () => {
      await using archive = await create()

      expect(await archive.get('nobody', 'anna')).toBeUndefined()
      expect(await archive.list('anna')).toEqual([])
    })

    test('nobody sees a run of another principal, not even by its id', async () => {
      await using archive = await create()

      await archive.put(archivedRun('a', { principal: 'anna' }))
      await archive.put(archivedRun('b', { principal: 'bert' }))

      expect(await archive.get('a', 'bert')).toBeUndefined()
      expect((await archive.list('anna')).map(({ id }) => id)).toEqual(['a'])
      expect((await archive.list('bert')).map(({ id }) => id)).toEqual(['b'])
    })

    test('a list says what each run was, newest first', async () => {
      await using archive = await create()

      await archive.put(archivedRun('a', { at: '2026-01-01T00:00:00.000Z' }))
      await archive.put(archivedRun('b', { at: '2026-01-02T00:00:00.000Z', kind: 'run', intent: 'tidy up' }))

      expect(await archive.list('anna')).toEqual([
        { id: 'b', kind: 'run', at: '2026-01-02T00:00:00.000Z', intent: 'tidy up' },
        { id: 'a', kind: 'rehearsal', at: '2026-01-01T00:00:00.000Z' },
      ])
    })

    test('of too many runs the oldest go', async () => {
      await using archive = await create({ maxRuns: 2 })

      for (const id of ['a', 'b', 'c']) await archive.put(archivedRun(id))

      expect((await archive.list('anna')).map(({ id }) => id)).toEqual(['c', 'b'])
      expect(await archive.get('a', 'anna')).toBeUndefined()
    })

    test('of too many bytes the oldest go, and what is too large alone is not kept', async () => {
      await using archive = await create({ maxBytes: 10_000 })

      await archive.put(archivedRun('a', { report: { text: 'x'.repeat(4_000) } }))
      await archive.put(archivedRun('b', { report: { text: 'x'.repeat(4_000) } }))
      await archive.put(archivedRun('c', { report: { text: 'x'.repeat(4_000) } }))
      await archive.put(archivedRun('d', { report: { text: 'x'.repeat(20_000) } }))

      expect((await archive.list('anna')).map(({ id }) => id)).toEqual(['c', 'b'])
    })

    test('runs that are put at once are all kept', async () => {
      await using archive = await create()
      const ids = Array.from({ length: 20 }, (_, i) => `run-${i}`)

      await Promise.all(ids.map((id) => archive.put(archivedRun(id))))

      expect((await archive.list('anna')).map(({ id }) => id).sort()).toEqual([...ids].sort())
    })
  })
}

/** A rehearsal of anna's, unless told otherwise. */
export function archivedRun(id: string, about: Partial<ArchivedRun> = {}): ArchivedRun {
  return {
    id,
    principal: 'anna',
    kind: 'rehearsal',
    at: '2026-01-01T00:00:00.000Z',
    report: { verdict: 'pass', half: '☃ "quoted"\u0000', calls: [] },
    trace: [{ type: 'tool_start', sequence: 0, call: 1, tool: 's:t', arguments: { path: 'a' } }],
    ...about,
  }
}
