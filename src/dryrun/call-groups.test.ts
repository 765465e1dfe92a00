import { expect, test } from 'vitest'
import type { Before } from '../plan/index.js'
import { callGroups } from './call-groups.js'
import { orderOf } from './doubts.js'

test.each<[string, readonly Before[], readonly (readonly number[])[]]>([
  ['none', [], []],
  ['one after the other', [all(0), all(1), all(2)], [[1], [2], [3]]],
  ['all at once', [all(0), all(0), all(0)], [[1, 2, 3]]],
  ['two at once, then one', [all(0), all(0), all(2)], [[1, 2], [3]]],
  ['one beside two that follow each other', [all(0), all(0), all(1)], [[1, 2, 3]]],
  [
    'a chain of calls that are beside each other',
    [all(0), all(0), all(1), all(2), all(4)],
    [[1, 2, 3, 4], [5]],
  ],
  ['tasks that wait for each other', [these(), these(1), these(2)], [[1], [2], [3]]],
  ['a task that waits for nobody', [these(), these(1), these()], [[1, 2, 3]]],
  [
    'two tasks that wait for one, and one that waits for both',
    [these(), these(1), these(1), these(2, 3)],
    [[1], [2, 3], [4]],
  ],
])('callGroups parts %s', (_, befores, expected) => {
  const made = befores.map((before, i) => ({ call: { n: i + 1, server: 's', tool: 't' }, before }))

  const groups = callGroups(made, orderOf(made))

  expect(groups.map((group) => group.map(({ call }) => call.n))).toEqual(expected)
})

function all(upTo: number): Before {
  return { kind: 'all', upTo }
}

function these(...calls: readonly number[]): Before {
  return { kind: 'these', calls }
}
