import { expect, it } from 'vitest'
import { withoutUndefined } from './without-undefined.js'

it.each<[string, unknown]>([
  ['a member', { a: undefined, b: 1 }],
  ['members deeper down', { a: { b: undefined, c: [{ d: undefined }] } }],
  ['items and holes', [undefined, [1, undefined], new Array(2)]],
  ['nothing', { a: [null, 0, '', false] }],
  ['a member named as a prototype', JSON.parse('{"__proto__":{"a":1}}')],
  ['an object without a prototype', Object.assign(Object.create(null), { a: undefined, b: 1 })],
])('withoutUndefined leaves out what JSON.stringify leaves out: %s', (_, value) => {
  expect(withoutUndefined(value)).toEqual(JSON.parse(JSON.stringify(value)))
  expect(JSON.stringify(withoutUndefined(value))).toBe(JSON.stringify(value))
})

it('withoutUndefined leaves to others what JSON cannot hold', () => {
  const circle: Record<string, unknown> = { a: undefined }
  circle.self = circle
  const date = new Date(0)
  const call = () => 1

  expect(withoutUndefined({ date, call }) as unknown).toEqual({ date, call })
  expect(withoutUndefined(circle)).toEqual({ self: circle })
})

it('withoutUndefined never changes what it is given', () => {
  const given = Object.freeze({ list: Object.freeze([undefined]), gone: undefined })

  expect(withoutUndefined(given)).toEqual({ list: [null] })
  expect(given).toEqual({ list: [undefined], gone: undefined })
})
