import { expect, it } from 'vitest'
import type { JsonObject } from '../../base/index.js'
import type { RecordedEffect, Recording } from '../recording.js'
import { changesData, isChangeNotice } from './data-changes.js'

function call(effect: RecordedEffect, fields: Partial<Recording> = {}): Recording {
  return {
    ...{ key: '0'.repeat(64), keyVersion: 1, server: 'demo', principal: 'me', revision: '2025-11-25' },
    ...{ method: 'tools/call', tool: { name: 't', fingerprint: 'f', effect }, between: [] },
    ...{ ended: 'answered', response: { result: { content: [] } }, generation: 0, durationMs: 1 },
    recordedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

function task(result: JsonObject, method = 'tasks/get'): Recording {
  const { tool: _, ...rest } = call('read', { method, response: { result } })
  return rest
}

function unanswered(effect: RecordedEffect, ended: 'timed-out' | 'cancelled' | 'broken'): Recording {
  const { response: _, ...rest } = call(effect)
  return { ...rest, ended }
}

it.each<[string, Recording, boolean]>([
  ['a write', call('write'), true],
  ['what destroys', call('destructive'), true],
  ['what reaches outside', call('external'), true],
  ['a call of which nobody knows what it does', call('unknown'), true],
  ['a write that became a task', call('write', { response: { result: { task: { taskId: 'a' } } } }), true],
  ['the result of a task', task({}, 'tasks/result'), true],
  ['a task that is done', task({ status: 'completed' }), true],
  ['a task that goes on', task({ status: 'working' }), false],
  ['a write with an answer that cannot be used', call('write', { response: { result: 1 } }), true],
  ['a write that timed out', unanswered('write', 'timed-out'), true],
  ['a write whose connection broke', unanswered('unknown', 'broken'), true],
  ['a read', call('read'), false],
  ['a read that timed out', unanswered('read', 'timed-out'), false],
  [
    'a write that the tool refused',
    call('write', { response: { result: { content: [], isError: true } } }),
    false,
  ],
  [
    'a write that the protocol refused',
    call('write', { response: { error: { code: 1, message: '' } } }),
    false,
  ],
  [
    'a write that was refused for its headers',
    call('write', {
      http: { anomalies: { host: 'elsewhere' }, status: 403 },
      response: { error: { code: 1, message: '' } },
    }),
    false,
  ],
  [
    'a write that asks first',
    call('write', { response: { result: { resultType: 'input_required' } } }),
    false,
  ],
])('%s tells whether the data may have changed', (_, recording, change) => {
  expect(changesData(recording)).toBe(change)
})

it.each([
  ['notifications/tools/list_changed', true],
  ['notifications/prompts/list_changed', true],
  ['notifications/resources/list_changed', true],
  ['notifications/resources/updated', true],
  ['notifications/progress', false],
])('%s says that the server is another: %s', (method, isChange) => {
  expect(isChangeNotice(method)).toBe(isChange)
})
