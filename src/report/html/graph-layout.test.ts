import { expect, test } from 'vitest'
import { inOrder, lanesOf } from './graph-layout.js'

test('inOrder puts what is waited for first, and leaves the rest as it came', () => {
  expect(inOrder([[], [], []])).toEqual([0, 1, 2])
  expect(inOrder([[2], [], []])).toEqual([2, 0, 1])
  expect(inOrder([[], [3], [1], [0]])).toEqual([0, 3, 1, 2])
})

test('inOrder comes to an end with circles', () => {
  expect(inOrder([[0], [2], [1]])).toEqual([0, 2, 1])
})

test('lanesOf keeps a chain in one lane, and a diamond in two', () => {
  expect(lanesOf([[], [0], [1]])).toEqual([0, 0, 0])
  expect(lanesOf([[], [0], [0], [1, 2]])).toEqual([0, 1, 0, 0])
})

test('lanesOf lets no edge pass a node of another row', () => {
  // The first is waited for by the last: nobody else stands in its lane.
  expect(lanesOf([[], [], [1], [], [0]])).toEqual([0, 1, 1, 1, 0])
})
