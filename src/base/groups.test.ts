import { expect, test } from 'vitest'
import { addToGroup, groupBy } from './groups.js'

test('groups, and what is in each, keep the order in which items came', () => {
  const groups = groupBy(['b1', 'a1', 'b2'], ([first]) => first)

  addToGroup(groups, 'a', 'a2')
  addToGroup(groups, 'c', 'c1')

  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1', 'a2']],
    ['c', ['c1']],
  ])
})
