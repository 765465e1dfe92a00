import { expect, test } from 'vitest'
import { CLEAN, READ } from '../../../test/fixtures/reports.js'
import type { ReportedTask } from '../../dryrun/index.js'
import { planGraph } from './graph-rows.js'

test('planGraph puts the calls of a loop in one row, and draws from whose answers they were given', () => {
  const loop = [2, 3, 4].map((n) => ({
    ...READ,
    n,
    line: 2,
    arguments_from: { '/path': { call: 1, pointer: '/0' } },
  }))
  const calls = [READ, ...loop, { ...READ, n: 5, line: 2, outcome: 'tool-error' as const }]

  const { rows, isSequence } = planGraph({ ...CLEAN, calls })

  expect(isSequence).toBe(true)
  expect(rows.map(({ calls, after }) => [calls.map(({ n }) => n), after])).toEqual([
    [[1], []],
    [[2, 3, 4], [0]],
    [[5], []],
  ])
})

test('planGraph puts tasks below what they wait for', () => {
  const task = (id: string, depends_on: string[], call?: number): ReportedTask => ({
    ...{ id, depends_on, tool: 'files:read', line: 1, column: 1 },
    ...(call === undefined ? { state: 'skipped' } : { state: 'done', call }),
  })
  const tasks = [task('last', ['first', 'nobody']), task('first', [], 1)]

  const { rows } = planGraph({ ...CLEAN, tasks })

  expect(rows).toEqual([
    { task: tasks[1], calls: [READ], mark: 'recording', after: [] },
    { task: tasks[0], calls: [], after: [0] },
  ])
})

test('planGraph counts what it leaves out', () => {
  const calls = Array.from({ length: 305 }, (_, i) => ({ ...READ, n: i + 1, line: i + 1 }))

  const { rows, left } = planGraph({ ...CLEAN, calls })

  expect([rows.length, left]).toEqual([300, 5])
})
