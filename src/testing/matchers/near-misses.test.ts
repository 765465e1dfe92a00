import { expect, it } from 'vitest'
import { resultOf } from '../../../test/testing/answers.js'
import { contentMatcher } from './content-matcher.js'
import { nearMisses } from './near-misses.js'

it('suggests only what stands in the text', () => {
  const text = 'found in a, b; twice'
  const { claim } = contentMatcher(['found in b c'])

  expect(nearMisses(resultOf(text), text, claim)).toEqual(['  "found in b c": did you mean "found in a, b"?'])
})

it.each([
  [
    'another case',
    ['Alpha', { caseSensitive: true }],
    'say ALPHA',
    ['  "Alpha": the text has it in another case: "ALPHA"'],
  ],
  ['other white space', ['one two'], 'one\n  two', ['  "one two": the text has it with other white space']],
  [
    'another normal form',
    ['caf\u00e9'],
    'cafe\u0301',
    ['  "caf\u00e9": the text has it in another Unicode normal form'],
  ],
  [
    'a slip of the pen',
    ['retrospective'],
    'a retrospctive',
    ['  "retrospective": did you mean "retrospctive"?'],
  ],
  ['an expression without i', [/Alpha/], 'alpha', ['  /Alpha/: would match with the flag i, ignoring case']],
  [
    'an expression without s',
    [/a.b/],
    'a\nb',
    ['  /a.b/: would match with the flag s, with dots that match line feeds'],
  ],
  [
    'an expression without m',
    [/^b/],
    'a\nb',
    ['  /^b/: would match with the flag m, with ^ and $ at every line'],
  ],
  ['nothing that comes close', ['alpha'], 'something else entirely', []],
  ['nothing, as it holds', ['alpha'], 'alpha', []],
] as const)('near misses: %s', (_, [pattern, options], text, notes) => {
  const { claim } = contentMatcher([pattern], options)

  expect(nearMisses(resultOf(text), text, claim)).toEqual(notes)
})

it('near misses are told of the parts of a claim that do not hold, and not of what must not be there', () => {
  const { claim } = contentMatcher(['alpha'])
    .and(contentMatcher(['betta']))
    .and(contentMatcher(['alpho']).not())

  expect(nearMisses(resultOf('alpha beta'), 'alpha beta', claim)).toEqual(['  "betta": did you mean "beta"?'])
})

it('near misses try other flags on the beginning of a text alone, as they may take the square of its length', () => {
  const { claim } = contentMatcher([/begin.*end/])
  const near = `begin\n${'x\n'.repeat(1000)}end`
  const far = `begin\n${'x\n'.repeat(100_000)}end`

  expect(nearMisses(resultOf(near), near, claim)).toHaveLength(1)
  expect(nearMisses(resultOf(far), far, claim)).toEqual([])
})

it('near misses name the other place of the answer that has it', () => {
  const link = { type: 'resource_link', uri: 'file:///notes.md', name: 'Notes' }
  const response = resultOf([{ type: 'text', text: 'x' }, link], { structured: { 'a/b': [{ n: 4711 }] } })

  const notes = ['notes.md', '4711'].flatMap((text) =>
    nearMisses(response, 'x', contentMatcher([text]).claim),
  )

  expect(notes).toEqual([
    '  "notes.md": not in a text block, but in the resource link of block 2',
    '  "4711": not in a text block, but in the structured content at "/a~1b/0/n"',
  ])
})
