import { expect, it } from 'vitest'
import { isSmallTalk } from './small-talk.js'

it.each([
  'good morning! how was your weekend?',
  'Hi team, hope you are well',
  'haha true',
  'thanks, the release went really well! see you tomorrow',
  "perfect, that's it for today",
  'great, that did the trick',
  'bye, have a nice evening',
  'you are the best',
  "I'll be at the dentist until noon, just so you know",
])('%j asks for nothing', (message) => {
  expect(isSmallTalk(message)).toBe(true)
})

it.each([
  '',
  'thanks, now revert',
  'good morning, the shop is down',
  'haha true, but who reverts it?',
  'the release went really well',
  "that's it for today",
  'just so you know, production is down',
  'hello, how do I deploy?',
  'thanks, the deploy went well, can you write the changelog',
  `hi ${'x'.repeat(300)}`,
])('%j may ask for something', (message) => {
  expect(isSmallTalk(message)).toBe(false)
})

it('isSmallTalk answers at once, whatever a message repeats', () => {
  expect(isSmallTalk('that was great '.repeat(13))).toBe(false)
})
