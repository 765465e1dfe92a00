import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { printable, shorten } from './printable.js'

verifies('ours:text-made-safe')

describe('printable', () => {
  it.each([
    ['a terminal sequence', '\u001b[2J', '\\x1b[2J'],
    ['an 8-bit terminal sequence', '\u009b31m', '\\x9b31m'],
    ['a bell, a backspace and a delete', '\u0007\u0008\u007f', '\\x07\\x08\\x7f'],
    ['NUL', '\0', '\\x00'],
    ['a carriage return, which hides the line before it', 'safe\revil', 'safe\\x0devil'],
    ['an override of the direction', 'a\u202etxt.exe', 'a\\u202etxt.exe'],
    ['isolates of the direction', '\u2066x\u2069', '\\u2066x\\u2069'],
    ['an Arabic letter mark', '\u061c', '\\u061c'],
    [
      'spaces and joiners that nobody sees',
      'a\u200bb\u200dc\u2060d\ufeff',
      'a\\u200bb\\u200dc\\u2060d\\ufeff',
    ],
    ['a soft hyphen', 'pass\u00adword', 'pass\\xadword'],
    ['a Mongolian vowel separator', '\u180e', '\\u180e'],
    ['a filler that looks like a space', 'a\u3164b\u115f', 'a\\u3164b\\u115f'],
    ['a combining grapheme joiner', '\u034f', '\\u034f'],
    ['line and paragraph separators', '\u2028\u2029', '\\u2028\\u2029'],
    ['invisible tags beyond the basic plane', '\u{e0041}\u{e007f}', '\\u{e0041}\\u{e007f}'],
    ['variation selectors beyond the basic plane', 'a\u{e0100}', 'a\\u{e0100}'],
    ['variation selectors that follow no emoji', 'a\ufe0f\ufe01', 'a\\ufe0f\\ufe01'],
    ['a row of selectors after an emoji', '⚠\ufe0f\ufe0f', '⚠\ufe0f\\ufe0f'],
    ['a lone surrogate', 'a\ud800b\udc00', 'a\\ud800b\\udc00'],
  ])('escapes %s', (_, text, safe) => {
    expect(printable(text)).toBe(safe)
  })
  it.each([
    'plain ASCII ~',
    'Grüße, 世界, שלום, مرحبا, नमस्ते',
    '😀 ⚠\ufe0f 1\ufe0f⃣',
    'e\u0301',
    '\\x1b',
    'a\nb\tc',
  ])('leaves %j as it is', (text) => {
    expect(printable(text)).toBe(text)
  })
  it('escapes line feeds and tabs where one line is wanted', () => {
    expect(printable('a\nb\tc', { oneLine: true })).toBe('a\\x0ab\\x09c')
  })
})

describe('shorten', () => {
  it('says how much it leaves out', () => {
    expect(shorten('abcdef', 4)).toBe('abcd… (2 more characters)')
    expect(shorten('abcd', 4)).toBe('abcd')
  })
  it('never cuts a character in two', () => {
    expect(shorten('ab😀cd', 3)).toBe('ab… (4 more characters)')
  })
})
