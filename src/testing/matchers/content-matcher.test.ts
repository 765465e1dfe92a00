import { AssertionError } from 'node:assert'
import { describe, expect, it } from 'vitest'
import { called, resultOf, rpcErrorOf, toolErrorOf } from '../../../test/testing/answers.js'
import { verifies } from '../../../test/verifies.js'
import { contentMatcher } from './content-matcher.js'

verifies(
  'client:matcher-all-patterns',
  'client:matcher-case',
  'client:matcher-answer',
  'client:matcher-asserts',
)

const A = contentMatcher(['alpha'])
const B = contentMatcher(['beta'])

describe('contentMatcher', () => {
  it('needs all of its patterns', () => {
    const both = contentMatcher(['alpha', /beta/])

    expect(both.matches(resultOf('alpha and beta'))).toBe(true)
    expect(both.matches(resultOf('alpha'))).toBe(false)
    expect(both.matches(resultOf('beta'))).toBe(false)
  })
  it('ignores the case of texts unless it is told otherwise', () => {
    expect(A.matches(resultOf('ALPHA'))).toBe(true)
    expect(contentMatcher(['alpha'], { caseSensitive: true }).matches(resultOf('ALPHA'))).toBe(false)
  })
  it.each([
    [/ALPHA/, 'alpha', false],
    [/ALPHA/, 'ALPHA', true],
    [/ALPHA/i, 'alpha', true],
    [/a.b/, 'a\nb', false],
    [/a.b/s, 'a\nb', true],
    [/^b/, 'a\nb', false],
    [/^b/m, 'a\nb', true],
    [/b/y, 'ab', false],
    [/b/g, 'ab', true],
    [/[A-Z]/, 'abc', false],
  ])('leaves %o its own flags: on %j it says %j', (expression, text, matches) => {
    expect(contentMatcher([expression]).matches(resultOf(text))).toBe(matches)
    expect(contentMatcher([expression], { caseSensitive: true }).matches(resultOf(text))).toBe(matches)
  })
  it.each([/b/g, /a/y])('neither reads nor changes where %o stopped', (expression) => {
    const matcher = contentMatcher([expression])
    expression.lastIndex = 7

    const answers = [1, 2, 3].map(() => matcher.matches(resultOf('ab')))

    expect(answers).toEqual([true, true, true])
    expect(expression.lastIndex).toBe(7)
  })
  it('matches the text of several blocks, and no other place', () => {
    const blocks = [
      { type: 'text', text: 'alpha' },
      { type: 'resource', resource: { uri: 'x:y', text: 'gamma' } },
      { type: 'text', text: 'beta' },
    ]
    const response = resultOf(blocks, { structured: { gamma: 'gamma' } })

    expect(A.and(B).matches(response)).toBe(true)
    expect(contentMatcher([/^alpha\nbeta$/]).matches(response)).toBe(true)
    expect(contentMatcher(['gamma']).matches(response)).toBe(false)
  })
  it('composes', () => {
    const texts = ['', 'alpha', 'beta', 'alpha beta']
    const truths = (matcher: typeof A): boolean[] => texts.map((text) => matcher.matches(resultOf(text)))

    expect(truths(A.and(B))).toEqual([false, false, false, true])
    expect(truths(A.or(B))).toEqual([false, true, true, true])
    expect(truths(A.not())).toEqual([true, false, true, false])
    expect(truths(A.and(B).not())).toEqual([true, true, true, false])
    expect(truths(A.or(B.not()))).toEqual([true, true, false, true])
    expect(truths(A.not().not())).toEqual(truths(A))
  })
  it('never matches a failure, nor an answer without text, whatever it claims', () => {
    const silent = [
      toolErrorOf('alpha'),
      rpcErrorOf(-32603, 'alpha'),
      resultOf('alpha', { refusedByHost: 'too large' }),
      resultOf([], { structured: { alpha: 'alpha' } }),
    ]

    expect(silent.map((response) => A.matches(response))).toEqual([false, false, false, false])
    expect(silent.map((response) => A.not().matches(response))).toEqual([false, false, false, false])
    expect(silent.map((response) => A.or(A.not()).matches(response))).toEqual([false, false, false, false])
  })
  it('asserts: is silent where it matches, else throws the pattern and a part of the text', () => {
    const response = resultOf('beta', called('greek'))

    expect(() => B.assertMatches(response)).not.toThrow()
    expect(() => A.assertMatches(response)).toThrow(AssertionError)
    expect(() => A.assertMatches(response)).toThrow(
      'Expected the text of "greek" to contain "alpha", found no such text\n  Text:\n  │ beta',
    )
  })
  it('says of a composition what keeps it from matching', () => {
    const say = (matcher: typeof A, text: string): string => {
      try {
        matcher.assertMatches(resultOf(text, called('t')))
      } catch (error) {
        return String(error).split('\n', 1).join('')
      }
      return 'nothing'
    }

    expect(say(A.and(B), 'alpha')).toContain('to contain "beta", found no such text')
    expect(say(A.and(B), 'x')).toContain('to contain "alpha" and "beta", found none of them')
    expect(say(A.or(B), 'x')).toContain('to contain "alpha" or "beta", found no such text')
    expect(say(A.and(B.not()), 'alpha beta')).toContain('not to contain "beta", found that it does')
    expect(say(contentMatcher(['a', 'b']).or(contentMatcher([/c/])), 'x')).toContain(
      'to contain ("a" and "b") or /c/, found',
    )
  })
  it.each([
    ['no pattern', []],
    ['an empty text', ['a', '']],
    ['an empty expression', [/(?:)/]],
  ])('refuses %s, which every text would have', (_, patterns) => {
    expect(() => contentMatcher(patterns)).toThrow('it proves nothing')
  })
})
