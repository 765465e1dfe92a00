import { expect, test } from 'vitest'
import type { JsonValue } from './json.js'
import { shapeText } from './shape-text.js'

test.each<[JsonValue, string]>([
  [null, 'null'],
  ['secret', 'string'],
  [[1, 2], 'number[]'],
  [[], '[]'],
  [[1, 'a', null], '(number | string | null)[]'],
  [{}, '{}'],
  [{ content: 'x', files: [{ name: 'a' }, { name: 'b' }] }, '{ content: string, files: { name: string }[] }'],
  [{ 'a b': 1, '\u001b': true }, '{ "a b": number, "\\u001b": boolean }'],
  [{ a: { b: { c: { d: 1 } } } }, '{ a: { b: { c: { … } } } }'],
])('the shape of %j is %s', (value, expected) => {
  expect(shapeText(value)).toBe(expected)
})

test('a long shape is cut', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`m${i}`, i]))

  expect(shapeText(many)).toMatch(/m11: number, … }$/)
  expect(shapeText({ ['x'.repeat(1000)]: 1 }).length).toBeLessThan(400)
})
