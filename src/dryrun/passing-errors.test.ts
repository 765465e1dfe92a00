import { expect, test } from 'vitest'
import type { Answer, Source } from '../call/index.js'
import { isPassingError } from './passing-errors.js'

function said(text: string, source: Source = 'live', kind: 'tool-error' | 'result' = 'tool-error'): Answer {
  return { outcome: { kind, content: [{ type: 'text', text }] }, provenance: { source } }
}

test.each([
  '429 Too Many Requests: try again in 1 s',
  'Request failed with status code 503',
  'HTTP 429',
  'API rate limit exceeded for user 7',
  'The service is temporarily unavailable',
  'upstream request timeout: timed out',
])('an error passes that says %s', (text) => {
  expect(isPassingError(said(text))).toBe(true)
  expect(isPassingError(said(text, 'recording'))).toBe(true)
})

test.each([
  '404 Not Found: there is no issue 429',
  'Issue 503 is closed already',
  'ENOENT: no such file or directory',
  'status must be one of open, closed',
])('an error stays that says %s', (text) => {
  expect(isPassingError(said(text))).toBe(false)
})

test('what a result, a copy or a stub says is no such error', () => {
  expect(isPassingError(said('429', 'live', 'result'))).toBe(false)
  expect(isPassingError(said('429', 'copy'))).toBe(false)
  expect(isPassingError(said('429', 'stub'))).toBe(false)
})
