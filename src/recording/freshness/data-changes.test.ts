import { expect, it } from 'vitest'
import type { RecordedEffect, Recording } from '../recording.js'
import { dataChangeIn, isNewVersion } from './data-changes.js'

const list = { method: 'notifications/tools/list_changed' }
const progress = { method: 'notifications/progress', params: { progress: 1 } }

function call(effect: RecordedEffect, fields: Partial<Recording> = {}): Recording {
  return {
    ...{ key: '0'.repeat(64), keyVersion: 1, server: 'demo', principal: 'me', revision: '2025-11-25' },
    ...{ method: 'tools/call', tool: { name: 't', fingerprint: 'f', effect }, between: [] },
    ...{ ended: 'answered', response: { result: { content: [] } }, generation: 0, durationMs: 1 },
    recordedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

function unanswered(effect: RecordedEffect, ended: 'timed-out' | 'cancelled' | 'broken'): Recording {
  const { response: _, ...rest } = call(effect)
  return { ...rest, ended }
}

it.each<[string, Recording, ReturnType<typeof dataChangeIn>]>([
  ['a write', call('write'), 'write'],
  ['what destroys', call('destructive'), 'write'],
  ['what reaches outside', call('external'), 'write'],
  ['a call of which nobody knows what it does', call('unknown'), 'write'],
  ['a write that became a task', call('write', { response: { result: { task: { taskId: 'a' } } } }), 'write'],
  ['the result of a task', call('read', { method: 'tasks/result' }), 'write'],
  ['a write with an answer that cannot be used', call('write', { response: { result: 1 } }), 'write'],
  ['a write that timed out', unanswered('write', 'timed-out'), 'write'],
  ['a write whose connection broke', unanswered('unknown', 'broken'), 'write'],
  [
    'a notice that the tools are others',
    call('read', { between: [{ atMs: 1, from: 'server', message: list }] }),
    'tools',
  ],
  ['a read', call('read'), undefined],
  ['a read that timed out', unanswered('read', 'timed-out'), undefined],
  [
    'a write that the tool refused',
    call('write', { response: { result: { content: [], isError: true } } }),
    undefined,
  ],
  [
    'a write that the protocol refused',
    call('write', { response: { error: { code: 1, message: '' } } }),
    undefined,
  ],
  [
    'a write that asks first',
    call('write', { response: { result: { resultType: 'input_required' } } }),
    undefined,
  ],
  [
    'progress of a read',
    call('read', { between: [{ atMs: 1, from: 'server', message: progress }] }),
    undefined,
  ],
  [
    'the notice of a client',
    call('read', { between: [{ atMs: 1, from: 'client', message: list }] }),
    undefined,
  ],
])('%s tells whether the data may have changed', (_, recording, change) => {
  expect(dataChangeIn(recording)).toBe(change)
})

it.each<[string | undefined, string | undefined, boolean]>([
  ['1.0', '1.1', true],
  ['1.0', '1.0', false],
  [undefined, '1.0', false],
  ['1.0', undefined, false],
])('version %s that is %s now is a new one: %s', (serverVersion, now, isNew) => {
  expect(isNewVersion(call('read', serverVersion === undefined ? {} : { serverVersion }), now)).toBe(isNew)
})
