import { expect, it } from 'vitest'
import { isApproval } from './approval.js'

it.each([
  'yes',
  'Yes!',
  'ok',
  'go ahead',
  'go!',
  'Yes, go ahead please.',
  'ok thanks, that sounds good to me',
  'LGTM, ship it',
  "that's fine, let's do it",
  'sure, do that then',
  '👍',
  '👍🏽 👍',
  '+1',
  'yes yes yes',
  'go ahead with option 2',
  'yes please, the first one',
  'agreed, do both of them',
  'ok, go on like this',
])('%j only approves', (message) => {
  expect(isApproval(message)).toBe(true)
})

it.each([
  '',
  '   ',
  '...',
  'go right now',
  'thanks, now revert',
  'delete yes',
  'yes, and delete the branch',
  'ok, commit it',
  'go ahead with the release',
  'please',
  'then',
  'no',
  'yes?',
  'is that right?',
  'okapi',
  'take the second backup',
  'both tests are red',
  'the first option is wrong',
  `yes ${'x'.repeat(300)}`,
])('%j is more than an approval, or none', (message) => {
  expect(isApproval(message)).toBe(false)
})

it('isApproval answers at once, whatever a message repeats', () => {
  expect(isApproval('that is it '.repeat(20_000))).toBe(false)
  expect(isApproval('yes '.repeat(14))).toBe(true)
})
