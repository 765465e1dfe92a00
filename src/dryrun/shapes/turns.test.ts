import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/index.js'
import { createTurns } from './turns.js'

interface Step {
  readonly args: JsonObject
  readonly said?: JsonValue
  readonly atMs?: number
}

/** How many turns led to each call, and how often it was asked again. */
function turnsOf(steps: readonly Step[]): readonly (readonly [number, number])[] {
  const turns = createTurns()
  return steps.map(({ args, said, ...time }, i) => {
    const call = { n: i + 1, server: 's', tool: 'list', arguments: args, ...time }
    const turn = turns.of(call)
    turns.answered(call, turn, said)
    return [turn.number, turn.looks]
  })
}

describe('what goes on from an earlier call', () => {
  test.each<[string, readonly Step[], number]>([
    ['names a cursor of its answer', [{ args: {}, said: { next: 'c1' } }, { args: { cursor: 'c1' } }], 1],
    [
      'has a cursor of its answer within a text',
      [{ args: { q: 'a' }, said: { next: 'c12' } }, { args: { q: 'after c12' } }],
      1,
    ],
    ['counts a page further', [{ args: { page: 1 } }, { args: { page: 2 } }, { args: { page: 3 } }], 2],
    [
      'asks for a sibling in a tree',
      [
        { args: { id: 'root' }, said: { children: ['one', 'two'] } },
        { args: { id: 'one' }, said: { children: ['three'] } },
        { args: { id: 'three' } },
        { args: { id: 'two' } },
      ],
      1,
    ],
    ['names no page any more', [{ args: { cursor: 'c' } }, { args: {} }], 1],
    ['has another number that is no page', [{ args: { id: 1 } }, { args: { id: 2 } }], 0],
    ['is about another thing', [{ args: { repo: 'a', page: 1 } }, { args: { repo: 'b', page: 2 } }], 0],
    [
      'names what the answer only repeats',
      [{ args: { path: '/src' }, said: '/src' }, { args: { path: '/src/a' } }],
      0,
    ],
  ])('%s', (_, steps, number) => {
    expect(turnsOf(steps).at(-1)?.[0]).toBe(number)
  })
})

test('what is asked again moves on after a wait, or from the fourth time on', () => {
  const later = [0, 1_000, 2_000].map((atMs) => ({ args: { id: 7 }, atMs }))
  const atOnce = Array.from({ length: 5 }, () => ({ args: { id: 7 }, atMs: 0 }))

  expect(turnsOf(later).map(([, looks]) => looks)).toEqual([0, 1, 2])
  expect(turnsOf(atOnce).map(([, looks]) => looks)).toEqual([0, 0, 0, 1, 2])
})

test('who has no time of its own hears the same, however often it asks', () => {
  const steps = Array.from({ length: 6 }, () => ({ args: { id: 7 } }))

  expect(turnsOf(steps).map(([, looks]) => looks)).toEqual([0, 0, 0, 0, 0, 0])
})
