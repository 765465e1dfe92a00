import { expect, it } from 'vitest'
import { focusOf } from './focus.js'
import { wordsOf } from './words.js'

/** The words that count more than others, as written, and those that count less in brackets. */
function marked(text: string): string {
  const words = wordsOf(text)
  return focusOf(words)
    .map((weight, n) => (weight > 1 ? words[n]?.toUpperCase() : weight < 1 ? `(${words[n]})` : words[n]))
    .join(' ')
}

it.each([
  ['please review the migration', 'please REVIEW (the) (migration)'],
  ['write a test for the release notes', 'write a test (for) (the) (release) (notes)'],
  ['put in an adr why we log', 'put in an adr (why) (we) (log)'],
  ['the standup bot is slow', 'the (standup) bot is slow'],
  ['add a line about backups to the readme', 'add (a) (line) (about) (backups) to the readme'],
  ['write the release page', 'write the (release) page'],
])('focusOf(%j) finds what is asked for: %s', (text, expected) => {
  expect(marked(text)).toBe(expected)
})

it.each(['', 'the migration needs a review', 'how does the release work', 'page', 'write a test'])(
  'focusOf(%j) takes all words alike',
  (text) => {
    expect(marked(text)).toBe(text)
  },
)
