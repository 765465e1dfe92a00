import { expect, it } from 'vitest'
import { checkJson, writeJson } from './write-json.js'

it('writeJson writes what is JSON, members of any name too', () => {
  const value: unknown = JSON.parse('{"a":[1,null,""],"__proto__":{"b":true}}')

  expect(writeJson(value, 'it')).toBe('{"a":[1,null,""],"__proto__":{"b":true}}')
  expect(writeJson(Object.create(null), 'it')).toBe('{}')
})

it('checkJson tells what was to be sent, and where it holds what JSON has not', () => {
  expect(() => checkJson({ to: [{ when: undefined }] }, 'the arguments of "echo"')).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      message: 'Cannot send the arguments of "echo": it cannot be written as JSON, /to/0/when is undefined',
      hint: 'leave the member out, or give null',
    }),
  )
})

it.each<[unknown, string]>([
  [undefined, 'it is undefined'],
  [1n, 'it is a bigint'],
  [{ n: Number.NaN }, '/n is NaN'],
  [[1, Number.POSITIVE_INFINITY], '/1 is Infinity'],
  [Object.assign([], { 1: 'hole before' }), '/0 is undefined'],
  [{ f: () => 1 }, '/f is a function'],
  [{ s: Symbol('x') }, '/s is a symbol'],
  [{ at: new Date(0) }, '/at is an object of the type Date'],
  [{ all: new Map() }, '/all is an object of the type Map'],
  [{ a: { toJSON: () => 1 } }, '/a is an object that turns itself into something else'],
  [circle(), 'it is a circle, or nested too deep'],
])('checkJson refuses what JSON would change or leave out (%#)', (value, reason) => {
  expect(() => checkJson(value, 'it')).toThrow(`Cannot send it: it cannot be written as JSON, ${reason}`)
})

function circle(): unknown {
  const own: Record<string, unknown> = {}
  own.self = own
  return own
}
