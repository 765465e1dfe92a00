import { expect, test } from 'vitest'
import type { JsonValue } from '../base/index.js'
import { evaluateCondition } from './evaluate-condition.js'
import type { Comparison, TaskResult } from './workflow.js'

const outputs = new Map<string, TaskResult>([
  [
    'a',
    {
      id: 'a',
      state: 'done',
      unknown: false,
      value: { n: 3, s: 'abc', l: [1, 'x', { y: 1, z: 2 }], no: null },
    },
  ],
  ['u', { id: 'u', state: 'done', unknown: true, value: null }],
])

function verdict(...comparisons: [string, Comparison['operator'], JsonValue][]) {
  return evaluateCondition(
    comparisons.map(([left, operator, right]) => ({ left, operator, right })),
    outputs,
  )
}

test.each<[string, Comparison['operator'], JsonValue, string]>([
  ['$OUTPUT[a].n', '==', 3, 'true'],
  ['$OUTPUT[a].n', '==', '3', 'false'],
  ['$OUTPUT[a].n', '!=', '3', 'true'],
  ['$OUTPUT[a].l[2]', '==', { z: 2, y: 1 }, 'true'],
  ['$OUTPUT[a].no', '==', null, 'true'],
  ['$OUTPUT[a].n', '>', 2, 'true'],
  ['$OUTPUT[a].n', '>', 3, 'false'],
  ['$OUTPUT[a].n', '>=', 3, 'true'],
  ['$OUTPUT[a].n', '<', 3, 'false'],
  ['$OUTPUT[a].n', '<=', 3, 'true'],
  ['$OUTPUT[a].s', '<', 'abd', 'true'],
  ['$OUTPUT[a].s', 'in', 'xabcx', 'true'],
  ['$OUTPUT[a].s', 'in', 'ab', 'false'],
  ['$OUTPUT[a].n', 'in', [1, 3], 'true'],
  ['$OUTPUT[a].n', 'in', '$OUTPUT[a].l', 'false'],
  ['$OUTPUT[a].l[0]', 'in', '$OUTPUT[a].l', 'true'],
  ['$OUTPUT[a].n', 'exists', true, 'true'],
  ['$OUTPUT[a].missing', 'exists', true, 'false'],
  ['$OUTPUT[a].missing', 'exists', false, 'true'],
  ['$OUTPUT[a].no', 'exists', true, 'true'],
  ['$OUTPUT[a].l.length', '==', 3, 'true'],
  ['$OUTPUT[a].s.length', '>', 3, 'false'],
  ['$OUTPUT[a].n.length', 'exists', true, 'false'],
  ['$OUTPUT[a].l[0]', '<', '$OUTPUT[a].l.length', 'true'],
  ['$OUTPUT[u].l.length', '>', 0, 'unknown'],
  ['$OUTPUT[a].s', '==', '$$OUTPUT[a].s', 'false'],
  ['$OUTPUT[u]', 'exists', true, 'true'],
  ['$OUTPUT[u].x', 'exists', true, 'unknown'],
  ['$OUTPUT[u]', '==', null, 'unknown'],
  ['$OUTPUT[u].x', '<', 3, 'unknown'],
  ['$OUTPUT[a].n', '==', '$OUTPUT[u]', 'unknown'],
])('%s %s %j is %s', (left, operator, right, expected) => {
  expect(verdict([left, operator, right]).kind).toBe(expected)
})

test.each<[string, Comparison['operator'], JsonValue, string]>([
  ['$OUTPUT[a].n', '<', '4', '$OUTPUT[a].n < "4" compares a number with a string'],
  ['$OUTPUT[a].no', '>=', 0, '$OUTPUT[a].no >= 0 compares null with a number'],
  ['$OUTPUT[a].l', '>', 0, '$OUTPUT[a].l > 0 compares a list with a number'],
  ['$OUTPUT[a].n', 'in', 'a3', '$OUTPUT[a].n in "a3" compares a number with a string'],
  ['$OUTPUT[a].s', 'in', '$OUTPUT[a].n', '$OUTPUT[a].s in "$OUTPUT[a].n" compares a string with a number'],
  [
    '$OUTPUT[a].n',
    'exists',
    '$OUTPUT[a].s',
    '$OUTPUT[a].n exists "$OUTPUT[a].s" needs true or false, not a string',
  ],
  ['$OUTPUT[a].x', '==', 1, '$OUTPUT[a].x points nowhere: the result of the task has no member "x"'],
])('%s %s %j cannot be decided, rather than converted', (left, operator, right, why) => {
  expect(verdict([left, operator, right])).toEqual({
    kind: 'failed',
    why: `its condition cannot be decided: ${why}`,
  })
})

test('a condition holds when all comparisons do, and no comparison always does', () => {
  expect(verdict().kind).toBe('true')
  expect(verdict(['$OUTPUT[a].n', '>', 1], ['$OUTPUT[a].n', '<', 9]).kind).toBe('true')
  expect(verdict(['$OUTPUT[a].n', '>', 1], ['$OUTPUT[a].n', '<', 2])).toEqual({
    kind: 'false',
    why: 'its condition is false: $OUTPUT[a].n < 2',
  })
})

test('a comparison that is false decides, whatever is unknown beside it; one that fails comes before both', () => {
  expect(verdict(['$OUTPUT[u]', '==', 1], ['$OUTPUT[a].n', '==', 4]).kind).toBe('false')
  expect(verdict(['$OUTPUT[u]', '==', 1], ['$OUTPUT[a].n', '==', 3]).kind).toBe('unknown')
  expect(verdict(['$OUTPUT[a].n', '==', 4], ['$OUTPUT[a].x', '==', 3]).kind).toBe('failed')
})

test('values with half a character are compared like all others', () => {
  const half = { text: '\ud83d' }
  const said = new Map<string, TaskResult>([['a', { id: 'a', state: 'done', unknown: false, value: half }]])
  const holds = (operator: Comparison['operator'], right: JsonValue) =>
    evaluateCondition([{ left: '$OUTPUT[a]', operator, right }], said).kind
  expect(holds('==', half)).toBe('true')
  expect(holds('!=', half)).toBe('false')
  expect(holds('in', [1, half])).toBe('true')
  expect(holds('==', { text: '\ude00' })).toBe('false')
})
