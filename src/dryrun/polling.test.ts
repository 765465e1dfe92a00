import { describe, expect, test } from 'vitest'
import type { Source } from '../call/index.js'
import type { LedgerEntry } from './ledger.js'
import { isPolling } from './polling.js'

type Asked = readonly [tool: string, said: string, source?: Source]

describe('a plan polls', () => {
  test.each<[string, readonly Asked[]]>([
    [
      'when a copy says the same again',
      [
        ['status', 'running'],
        ['write', 'ok'],
        ['status', 'running'],
      ],
    ],
    [
      'when a copy says something else, and nothing was written',
      [
        ['status', '1'],
        ['status', '2'],
      ],
    ],
    [
      'when only something was read meanwhile',
      [
        ['status', '1'],
        ['list', ''],
        ['status', '2'],
      ],
    ],
    [
      'when it asks a recording the same again',
      [
        ['status', '1', 'recording'],
        ['write', ''],
        ['status', '2', 'recording'],
      ],
    ],
  ])('%s', (_, asked) => {
    expect(isPolling(entriesOf(asked), ({ tool }) => tool === 'write')).toBe(true)
  })
})

describe('a plan does not poll', () => {
  test.each<[string, readonly Asked[]]>([
    [
      'when it asks each once',
      [
        ['status', '1'],
        ['list', '1'],
      ],
    ],
    [
      'when what was written meanwhile may be why a copy says something else',
      [
        ['read', '1'],
        ['write', 'ok'],
        ['read', '2'],
      ],
    ],
    [
      'when it writes the same again',
      [
        ['write', '1'],
        ['write', '2'],
      ],
    ],
    [
      'when nobody knows the answers',
      [
        ['status', '', 'unknown'],
        ['status', '', 'unknown'],
      ],
    ],
  ])('%s', (_, asked) => {
    expect(isPolling(entriesOf(asked), ({ tool }) => tool === 'write')).toBe(false)
  })
})

describe('a plan that asks a copy the same in two places', () => {
  const twice = (
    atMs: number,
    columns: readonly [number, number],
    source: Source = 'copy',
    second = '1',
    firstWrites = false,
  ) =>
    isPolling(
      entriesOf([
        ['status', '1', source],
        ['status', second, source],
      ]).map((entry, i) => ({
        ...entry,
        call: { ...entry.call, atMs: i * atMs, site: { line: 1, column: columns[i] ?? 0 } },
      })),
      ({ n }) => firstWrites && n === 1,
    )

  test('does not poll, unless it waits in between', () => {
    expect(twice(0, [1, 40])).toBe(false)
    expect(twice(1000, [1, 40])).toBe(true)
  })

  test('polls when it gets another one, unless what it asked first has written', () => {
    expect(twice(0, [1, 40], 'copy', '2')).toBe(true)
    expect(twice(0, [1, 40], 'copy', '2', true)).toBe(false)
    expect(twice(1000, [1, 40], 'copy', '2', true)).toBe(true)
    expect(twice(0, [7, 7], 'copy', '2', true)).toBe(true)
  })

  test('polls when it is one place, or a recording', () => {
    expect(twice(0, [7, 7])).toBe(true)
    expect(twice(0, [1, 40], 'recording')).toBe(true)
  })
})

function entriesOf(asked: readonly Asked[]): LedgerEntry[] {
  return asked.map(([tool, text, source = 'copy'], i) => ({
    call: { n: i + 1, server: 's', tool, arguments: {} },
    answer: { outcome: { kind: 'result', content: [{ type: 'text', text }] }, provenance: { source } },
    before: { kind: 'all', upTo: i },
    dependsOnInvented: [],
  }))
}
