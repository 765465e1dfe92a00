import { describe, expect, it } from 'vitest'
import type { JsonValue } from './json.js'
import {
  holdsWrittenNumber,
  lossyMember,
  withNearestNumbers,
  withWrittenNumbers,
  writeNumbers,
} from './written-numbers.js'

const told = (text: string): JsonValue => withWrittenNumbers(JSON.parse(text) as JsonValue, text)

describe('a value with its written numbers', () => {
  it.each([
    ['{"id":9007199254740993}', '{"id":9007199254740992}'],
    ['{"id":[1,{"a":1e400}]}', '{"id":[1,{"a":null}]}'],
    ['{"id":-12345678901234567890}', '{"id":-12345678901234567891}'],
    ['{"id":0.10000000000000000556}', '{"id":0.1}'],
    ['{"id":1e-400}', '{"id":0}'],
  ])('tells %s from %s', (one, other) => {
    expect(told(one)).not.toEqual(told(other))
  })

  it.each([
    ['9007199254740993', '9007199254740993.0'],
    ['9007199254740993', '90071992547409930e-1'],
    ['1e400', '10E399'],
    ['1e400', '0.1e401'],
  ])('is the same for %s and %s', (one, other) => {
    expect(told(one)).toEqual(told(other))
  })

  it.each([
    '{"a":9007199254740992,"b":[0.1,0.1000,-0,1E2,1.50],"c":"9007199254740993"}',
    '{"a":1.7976931348623157e308}',
  ])('is the very value where JavaScript holds all of them: %s', (text) => {
    const value = JSON.parse(text) as JsonValue

    expect(withWrittenNumbers(value, text)).toBe(value)
  })

  it('counts the last of two members of one key, and leaves alone what the text does not say', () => {
    expect(told('{"a":9007199254740993,"a":1}')).toEqual({ a: 1 })
    expect(withWrittenNumbers({ a: 9007199254740992, b: 5 }, '{"a":9007199254740993,"c":1}')).toEqual({
      a: { 'understudy.number': '9007199254740993' },
      b: 5,
    })
    expect(withWrittenNumbers({ a: 1 }, '{"a":9007199254740993}')).toEqual({ a: 1 })
  })

  it('is written as the numbers that came, and read as the nearest ones', () => {
    const text = '{"a":[9007199254740993,{"b":1e400}],"c":"x","2":1}'

    expect(writeNumbers(told(text))).toBe('{"2":1,"a":[9007199254740993,{"b":1e400}],"c":"x"}')
    expect(withNearestNumbers(told('{"a":9007199254740993}'))).toEqual({ a: 9007199254740992 })
    expect([holdsWrittenNumber(told(text)), holdsWrittenNumber({ a: [1, 'x'] })]).toEqual([true, false])
  })

  it('finds the member in which such a number stands', () => {
    const message = '{"id":9007199254740993,"params":{"n":9007199254740993}}'

    expect(lossyMember(message, 'params')).toBe('{"n":9007199254740993}')
    expect(lossyMember('{"id":9007199254740993,"params":{"n":1}}', 'params')).toBeUndefined()
  })
})
