import { expect, test } from 'vitest'
import type { ServerEntry } from '../config/index.js'
import { readMarks, withMarks } from './gateway-marks.js'

test('marks are read as they were written, and nothing else is', () => {
  expect(readMarks('one two-2')).toEqual(['one', 'two-2'])
  expect([readMarks(undefined), readMarks(''), readMarks('a;b ../c')]).toEqual([[], [], []])
  expect(readMarks('x '.repeat(1_000_000))).toHaveLength(32)
})

test.each<[ServerEntry['launch'], object]>([
  [
    { kind: 'stdio', command: 'c', args: [], env: { A: '1' } },
    { env: { A: '1', UNDERSTUDY_GATEWAYS: 'one two' } },
  ],
  [
    { kind: 'container', image: 'i', args: [], env: {}, mounts: [] },
    { env: { UNDERSTUDY_GATEWAYS: 'one two' } },
  ],
  [{ kind: 'http', url: 'http://a', headers: {} }, { headers: { 'understudy-gateways': 'one two' } }],
])('a server is told of marks where it can read them: %j', (launch, told) => {
  const entry = { name: 'a', launch }

  expect(withMarks(entry, ['one', 'two'])).toEqual({ name: 'a', launch: { ...launch, ...told } })
  expect(withMarks(entry, [])).toBe(entry)
})
