import { expect, it } from 'vitest'
import type { Recording } from '../recording.js'
import { type Surroundings, whyStale } from './staleness.js'

const HOUR = 3_600_000
const recordedAt = Date.UTC(2026, 0, 1)
const recording: Recording = {
  ...{ key: '0'.repeat(64), keyVersion: 1, server: 'demo', principal: 'me', revision: '2025-11-25' },
  ...{ method: 'tools/call', between: [], ended: 'answered', response: { result: {} }, generation: 3 },
  ...{ recordedAt: new Date(recordedAt).toISOString(), durationMs: 1 },
}
const around = (fields: Partial<Surroundings> = {}): Surroundings => ({
  nowMs: recordedAt + 3 * HOUR,
  generation: 3,
  ...fields,
})

it.each<[string, Partial<Surroundings>]>([
  ['nothing is known against it', {}],
  ['it is exactly as old as it may be', { maxAgeMs: 3 * HOUR }],
  ['it comes from the future', { nowMs: recordedAt - HOUR, maxAgeMs: 0 }],
  ['its generation is the newest', { generation: 3 }],
  ['the count of generations was lost', { generation: 0 }],
])('a recording is fresh while %s', (_, fields) => {
  expect(whyStale(recording, around(fields))).toBeUndefined()
})

it('a write is not made stale by itself, but by the next one', () => {
  const write = { ...recording, tool: { name: 't', fingerprint: 'f', effect: 'write' } } as const

  expect(whyStale(write, around({ generation: 4 }))).toBeUndefined()
  expect(whyStale(write, around({ generation: 5 }))).toContain('the data of the server changed since')
})

it.each<[string, Partial<Surroundings>, string]>([
  ['its age', { maxAgeMs: 2 * HOUR }, 'recorded 3 h ago, older than 2 h'],
  ['a change of the data', { generation: 4 }, 'recorded 3 h ago, the data of the server changed since'],
  [
    'a change of its contract',
    { contractChange: 'input/path: "path" is required now' },
    'recorded 3 h ago, its contract changed since: input/path: "path" is required now',
  ],
  [
    'all of them',
    { nowMs: recordedAt + 49 * HOUR, maxAgeMs: 60_000, generation: 9, contractChange: 'x' },
    'recorded 2 d ago, older than 1 min; the data of the server changed since; its contract changed since: x',
  ],
])('a recording is stale for %s, and says so', (_, fields, why) => {
  expect(whyStale(recording, around(fields))).toBe(why)
})
