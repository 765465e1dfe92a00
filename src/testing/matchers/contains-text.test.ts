import { describe, expect, it } from 'vitest'
import { containsText, findIgnoringCase } from './contains-text.js'

describe('containsText', () => {
  it.each([
    ['ASCII', 'Hello WORLD', 'hello world'],
    ['Greek, whose sigma has three forms', 'ΟΔΟΣ', 'οδος'],
    ['a sharp s and its capital', 'STRAẞE', 'straße'],
    ['the sign for Kelvin', '300 \u212a', '300 k'],
    ['Cyrillic', 'ПРИВЕТ', 'привет'],
    ['letters beyond the basic plane', '\u{10400}', '\u{10428}'],
    ['characters of expressions', 'F(X)=A.B/[C]', 'f(x)=a.b/[c]'],
  ])('ignores the case of %s', (_, text, part) => {
    expect(containsText(text, part, false)).toBe(true)
    expect(containsText(text, part, true)).toBe(false)
  })
  it.each([
    ['a sharp s and two letters', 'STRASSE', 'straße'],
    ['the dotted capital I of Turkish and i', 'İ', 'i'],
    ['the dotless i of Turkish and I', 'I', 'ı'],
    ['one character and the same with a mark of its own', '\u00e9', 'e\u0301'],
    ['a dot and any character', 'axb', 'a.b'],
  ])('does not take for equal %s', (_, text, part) => {
    expect(containsText(text, part, false)).toBe(false)
  })
  it('finds half a character where the text has half a one', () => {
    expect(containsText('a\ud800b', '\ud800', false)).toBe(true)
  })
})

it('findIgnoringCase gives the place as the text has it', () => {
  expect(findIgnoringCase('say HeLLo!', 'hello')).toBe('HeLLo')
  expect(findIgnoringCase('say', 'hello')).toBeUndefined()
})
