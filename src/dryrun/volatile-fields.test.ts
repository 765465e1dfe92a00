import { expect, test } from 'vitest'
import type { JsonValue } from '../base/index.js'
import type { Report, ReportedCall } from './report.js'
import { withVolatileFields } from './volatile-fields.js'

test.each<[string, JsonValue, JsonValue, readonly string[] | undefined]>([
  ['nothing of equal answers', { id: 1, list: ['a'] }, { id: 1, list: ['a'] }, undefined],
  ['a member', { id: 1, at: 'x' }, { id: 1, at: 'y' }, ['/at']],
  ['a member that only one has', { id: 1 }, { id: 1, at: 'y' }, ['/at']],
  ['an item of a list', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 3 }], ['/1/a']],
  ['a list of another length as a whole', { list: [1] }, { list: [1, 2] }, ['/list']],
  ['a text as a whole', 'a', 'b', ['']],
  ['a key that a pointer escapes', { 'a/b': 1 }, { 'a/b': 2 }, ['/a~1b']],
])('tells %s', (_, value, other, volatile) => {
  const report = withVolatileFields(reportOf(value), reportOf(other))

  expect(report.calls[0]?.volatile).toEqual(volatile)
})

test('tells nothing of an answer that no copy gave, and all of one that is an error in one of them', () => {
  const recorded = withVolatileFields(
    reportOf(1, { source: 'recording' }),
    reportOf(2, { source: 'recording' }),
  )
  const refused = withVolatileFields(reportOf('a'), reportOf('a', { outcome: 'tool-error' }))

  expect(recorded.calls[0]?.volatile).toBeUndefined()
  expect(refused.calls[0]?.volatile).toEqual([''])
})

function reportOf(value: JsonValue, rest: Partial<ReportedCall> = {}): Report {
  const call = { n: 1, tool: 's:t', source: 'copy', outcome: 'result', value, ...rest }
  // The other members of a report play no part in it.
  return { calls: [call] } as unknown as Report
}
