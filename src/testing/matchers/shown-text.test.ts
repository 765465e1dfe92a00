import { describe, expect, it } from 'vitest'
import { quotedLines, shownLine, shownValue } from './shown-text.js'

describe('shownLine', () => {
  it.each([
    ['a line that fits', 'abc', 3, 'abc'],
    ['a line that is too long', 'abcd', 3, 'ab…'],
    ['a line feed', 'a\nb', 80, 'a\\x0ab'],
    ['a pair that would be cut', 'a😀b', 3, 'a…'],
    ['a command of Azure DevOps', '##[group]x', 80, '##\\[group]x'],
  ])('shows %s', (_, text, width, shown) => {
    expect(shownLine(text, width)).toBe(shown)
  })
})

describe('shownValue', () => {
  it.each([
    ['JSON', { a: [1, 'b'] }, '{"a":[1,"b"]}'],
    ['undefined', undefined, 'undefined'],
    ['a BigInt', 10n, '10n'],
    ['what JSON would write as null', [Number.NaN, -Infinity, undefined], '["NaN","-Infinity","undefined"]'],
    ['what JSON would leave out', { a: undefined }, '{"a":"undefined"}'],
    ['a number that is none', Number.NaN, 'NaN'],
    ['a Date, which is no text', { at: new Date(0) }, '{"at":"Date 1970-01-01T00:00:00.000Z"}'],
    ['what JSON would write as an empty object', [new Map([[1, 2]]), /a/i], '["Map of 1","/a/i"]'],
    ['a member called __proto__', JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
    ['an asymmetric matcher, also within', { a: expect.any(Number) }, '{"a":"Any<Number>"}'],
  ])('shows %s', (_, value, shown) => {
    expect(shownValue(value)).toBe(shown)
  })
})

describe('quotedLines', () => {
  it('stand behind a bar, folded to 80 columns', () => {
    expect(quotedLines(`a\r\n::error::b\n${'x'.repeat(80)}`)).toEqual([
      '  │ a',
      '  │ ::error::b',
      `  │ ${'x'.repeat(76)}`,
      '  │ xxxx',
    ])
  })
  it('end with how much there is in all, where there are more than wanted', () => {
    expect(quotedLines('a\nb\nc', 2)).toEqual(['  │ a', '  │ b', '  │ … (5 characters in all)'])
  })
})
