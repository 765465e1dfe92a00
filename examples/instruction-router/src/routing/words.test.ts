import { expect, it } from 'vitest'
import { stemsOf, wordsOf } from './words.js'

it.each<[string, string[]]>([
  ['snake_case and kebab-case', ['snake', 'case', 'and', 'kebab', 'case']],
  ['camelCase', ['camel', 'case']],
  ["I'm done, don’t wait", ['i', 'am', 'done', 'do', 'not', 'wait']],
  ['the team’s work', ['the', 'team', 'work']],
  ['Überprüfung', ['uberprufung']],
  ['a11y and i18n in v2', ['a11y', 'and', 'i18n', 'in', 'v', '2']],
  ['日本語', ['日本語']],
  ['!?', []],
  ['', []],
])('wordsOf(%j)', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

it('stemsOf brings forms of a word together, and leaves out what says nothing', () => {
  expect(stemsOf('How do I review the reviews of reviewers?')).toEqual(stemsOf('review review review'))
  expect(stemsOf('what is it with you')).toEqual([])
  expect(stemsOf('committed')).toEqual(stemsOf('commits'))
})

it('stemsOf does not choke on one endless word', () => {
  expect(stemsOf('x'.repeat(1_000_000))).toEqual([])
})
