import { describe, expect, it } from 'vitest'
import { lossyNumber, repeatedKey, textItems, textMembers } from './json-text.js'

const membersOf = (text: string) =>
  textMembers(text).map(({ key, start, end }) => [key, text.slice(start, end)])
const itemsOf = (text: string) => textItems(text).map(([start, end]) => text.slice(start, end))

describe('textMembers', () => {
  it.each<[string, string[][]]>([
    ['{}', []],
    [' { } ', []],
    ['[1]', []],
    [
      '{"b":1.0,"1":-0}',
      [
        ['b', '1.0'],
        ['1', '-0'],
      ],
    ],
    [
      '{ "a" : "}\\"," , "\\u0061":[{"x":"]"},2] }',
      [
        ['a', '"}\\","'],
        ['a', '[{"x":"]"},2]'],
      ],
    ],
    [
      '{"a":"\\\\","b":{"c":{}}}',
      [
        ['a', '"\\\\"'],
        ['b', '{"c":{}}'],
      ],
    ],
    ['{"a":null\n}', [['a', 'null']]],
  ])('of %s', (text, members) => {
    expect(membersOf(text)).toEqual(members)
  })
})

describe('textItems', () => {
  it.each([
    ['[]', []],
    ['{"a":1}', []],
    ['[1e400, "," ,[ 2 ],{}]', ['1e400', '","', '[ 2 ]', '{}']],
    ['[1, 2], "after" ]', ['1', '2']],
    ['[ 1 ] }', ['1']],
  ])('of %s', (text, items) => {
    expect(itemsOf(text)).toEqual(items)
  })
})

describe('lossyNumber', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '1e400',
    '1e-400',
    '0.1234567890123456789',
    '12345678901234567890.5',
    `0.${'1'.repeat(101)}`,
  ])('finds %s', (number) => {
    expect(lossyNumber(`{"a":[1,"x\\"1",${number}]}`)).toBe(number)
  })

  it.each([
    '9007199254740992',
    '9007199254740994',
    '1e308',
    '1E+023',
    '0.10000000000000001',
    '0.1000000000000000055511151231257827',
    '3.14159265358979312',
    '1000000000000000000000',
    '-0',
    '0.1000',
    '0e999',
    '5e-324',
    '"9007199254740993"',
    '"\\"9007199254740993 1e400"',
  ])('lets %s be', (number) => {
    expect(lossyNumber(`{"a":[1,"x\\"1",${number}]}`)).toBeUndefined()
  })
})

describe('repeatedKey', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['[{"x":{"b":[{"b":1}],"b":1}}]', 'b'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('of %s', (text, key) => {
    expect(repeatedKey(text)).toBe(key)
  })

  it.each(['{"a":{"a":[{"a":1},{"a":2}]}}', '["a","a"]', '{"a":"b","b":"{\\"a\\":1,\\"a\\":"}'])(
    'not of %s',
    (text) => {
      expect(repeatedKey(text)).toBeUndefined()
    },
  )
})
