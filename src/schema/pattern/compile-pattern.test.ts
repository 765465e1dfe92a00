import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import { compilePattern } from './compile-pattern.js'

verifies('schema:patterns-linear')

describe('a pattern means what ECMA-262 says', () => {
  test.each([
    ['^a$', 'a', true],
    ['^a$', 'a\n', false],
    ['^.$', '\u2028', false],
    ['^.$', '😀', true],
    ['^\\s$', '\u00a0', true],
    ['^\\d$', '٣', false],
    ['^\\p{Letter}+$', 'éλ', true],
    ['^\\p{Script=Greek}$', 'λ', true],
    ['^\\P{L}$', 'a', false],
    ['^[^]$', '\n', true],
    ['[]', 'a', false],
    ['^[\\w.-]+$', 'a-b.c', true],
    ['^[a\\-z]$', 'b', false],
    ['^\\u0041\\x42\\cJ$', 'AB\n', true],
    ['^\\uD83D\\uDE00$', '😀', true],
    ['^(?<year>\\d{4})-(?:a|b)$', '2024-b', true],
    ['^a{2,}$', 'a', false],
    ['^{a}$', '{a}', true],
    ['\\bcat\\b', 'a cat.', true],
    ['^[a-z]{2,1500}$', 'a'.repeat(1400), true],
    ['^[a-z]{2,1500}$', 'a'.repeat(1501), false],
    ['^[a-z]{1200,}$', 'a'.repeat(1199), false],
  ])('%s on %j is %s', (source, text, expected) => {
    const pattern = compilePattern(source)

    expect(pattern.kind === 'matcher' && pattern.matches(text)).toBe(expected)
  })

  test('wherever the engine of JavaScript knows it too', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\d',
      '\\w',
      '\\s',
      '[a-c]',
      '[^b]',
      '(?:ab)',
      '(a|b)',
      '\\b',
      '^',
      '$',
    )
    const quantified = fc
      .tuple(piece, fc.constantFrom('', '?', '{0,2}', '{2}'))
      .map(([one, count]) => (['^', '$', '\\b'].includes(one) ? one : one + count))
    const source = fc.array(quantified, { maxLength: 6 }).map((pieces) => pieces.join(''))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', '_'), maxLength: 8 })

    fc.assert(
      fc.property(source, text, (pattern, subject) => {
        const compiled = compilePattern(pattern)
        expect(compiled.kind === 'matcher' && compiled.matches(subject)).toBe(
          new RegExp(pattern, 'u').test(subject),
        )
      }),
      { seed: 1, numRuns: 500 },
    )
  })
})

describe('a pattern is not checked, with a reason', () => {
  test.each([
    ['(?=a)b', 'it has a lookahead or lookbehind'],
    ['(?<!a)b', 'it has a lookahead or lookbehind'],
    ['(a)\\1', 'it has a reference back to a group'],
    ['(?<n>a)\\k<n>', 'it has a reference back to a group'],
    ['(a', 'it has a group without its end'],
    ['a)', 'it has a ) without its other half'],
    ['[a', 'it has a character class without its end'],
    ['*a', 'it has a * with nothing before it'],
    ['a**', 'it has a repetition of a repetition'],
    ['a{3,2}', 'it has a repetition from 3 to 2'],
    ['\\y', 'it has an unknown escape \\y'],
    ['a\\', 'it has a backslash with nothing behind it'],
    ['((a{100}){100}){100}', 'its repetitions multiply to more than can be matched'],
    ['('.repeat(101) + ')'.repeat(101), 'it has groups nested more than 100 deep'],
    ['a'.repeat(10_001), 'longer than 10000 characters'],
  ])('%s', (source, reason) => {
    expect(compilePattern(source)).toEqual({ kind: 'unchecked', reason })
  })
})

test.each(['^(a+)+$', '^((a*)*)*b$', '(a|a|ab)+c', '^(?:a?){50}a{50}$'])(
  'the pattern %s answers on a long text',
  (source) => {
    const pattern = compilePattern(source)

    expect(pattern.kind === 'matcher' && pattern.matches(`${'a'.repeat(100_000)}!`)).toBe(false)
  },
)
