import { describe, expect, it } from 'vitest'
import { deepFreeze, isJsonObject, parseJson } from './json.js'

describe('parseJson', () => {
  it('reads JSON', () => {
    expect(parseJson(' {"a":[1,"x",null,true]} ', 'a file')).toEqual({ a: [1, 'x', null, true] })
  })
  it('keeps a key named __proto__ as an own member and touches no prototype', () => {
    const value = parseJson('{"__proto__":{"polluted":true}}', 'a file')

    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect('polluted' in {}).toBe(false)
  })
  it('names the source in the error, and escapes what the text holds', () => {
    expect(() => parseJson('\u001b[31m\u202e', 'the file "x.json"')).toThrow(
      expect.objectContaining({
        code: 'JSON_INVALID',
        message: expect.stringMatching(/^Cannot read the file "x\.json": [^\u001b\u202e]*\\x1b/),
      }),
    )
  })
  it('refuses more bytes than the limit, counted in UTF-8', () => {
    expect(parseJson('"éé"', 'x', { maxBytes: 6 })).toBe('éé')
    expect(() => parseJson('"éé"', 'x', { maxBytes: 5 })).toThrow(
      'Cannot read x: 6 bytes, more than the limit of 5',
    )
  })
  it('refuses deeper nesting than the limit, without counting brackets in strings', () => {
    expect(parseJson('[[{"a":"[[[\\"[["}]]', 'x', { maxDepth: 3 })).toEqual([[{ a: '[[["[[' }]])
    expect(() => parseJson('[[{"a":[]}]]', 'x', { maxDepth: 3 })).toThrow('nested more than 3 levels deep')
  })
  it('refuses a megabyte of brackets at once', () => {
    expect(() => parseJson('['.repeat(1_000_000), 'x')).toThrow('nested more than 128 levels deep')
  })
  it.each(['', 'undefined', '{a:1}', '[1,]', '"\\x"', 'NaN', '\ufeff1', '{"a":1}{'])('refuses %j', (text) => {
    expect(() => parseJson(text, 'x')).toThrow(expect.objectContaining({ code: 'JSON_INVALID' }))
  })
})

describe('isJsonObject', () => {
  it('is true for objects alone', () => {
    expect([{}, [], null, 'x', 1, undefined].map(isJsonObject)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('deepFreeze', () => {
  it('freezes at every depth, also below what is frozen already', () => {
    const value = Object.freeze({ a: [{ b: 1 }] })

    expect(deepFreeze(value)).toBe(value)
    expect(Object.isFrozen(value.a)).toBe(true)
    expect(Object.isFrozen(value.a[0])).toBe(true)
  })
})
