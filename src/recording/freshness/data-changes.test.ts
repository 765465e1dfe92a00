import { expect, it } from 'vitest'
import type { JsonObject } from '../../base/index.js'
import type { RecordedEffect, Recording } from '../recording.js'
import { changesData } from './data-changes.js'

function call(effect: RecordedEffect, fields: Partial<Recording> = {}): Recording {
  return {
    ...{ key: '0'.repeat(64), keyVersion: 1, server: 'demo', principal: 'me', revision: '2025-11-25' },
    ...{ method: 'tools/call', tool: { name: 't', fingerprint: 'f', effect }, between: [] },
    ...{ ended: 'answered', response: { result: { content: [] } }, generation: 0, durationMs: 1 },
    recordedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

function request(method: string, result: JsonObject): Recording {
  const { tool: _, ...rest } = call('read', { method, response: { result } })
  return rest
}

function unanswered(effect: RecordedEffect, ended: 'timed-out' | 'cancelled' | 'broken'): Recording {
  const { response: _, ...rest } = call(effect)
  return { ...rest, ended }
}

it.each<[string, Recording]>([
  ['a write', call('write')],
  ['what destroys', call('destructive')],
  ['what reaches outside', call('external')],
  ['a call of which nobody knows what it does', call('unknown')],
  ['a write that became a task', call('write', { response: { result: { task: { taskId: 'a' } } } })],
  ['the result of a task', request('tasks/result', {})],
  ['a task that is completed', request('tasks/get', { status: 'completed' })],
  ['a write with an answer that cannot be used', call('write', { response: { result: 1 } })],
  ['a write that timed out', unanswered('write', 'timed-out')],
  ['a write that was cancelled', unanswered('write', 'cancelled')],
  ['a write whose connection broke', unanswered('unknown', 'broken')],
])('%s may have changed the data', (_, recording) => {
  expect(changesData(recording)).toBe(true)
})

it.each<[string, Recording]>([
  ['a read', call('read')],
  ['a read that timed out', unanswered('read', 'timed-out')],
  ['a write that the tool refused', call('write', { response: { result: { content: [], isError: true } } })],
  ['a write that the protocol refused', call('write', { response: { error: { code: 1, message: '' } } })],
  [
    'a write that was refused for its headers',
    call('write', {
      http: { anomalies: { host: 'elsewhere' }, status: 403 },
      response: { error: { code: 1, message: '' } },
    }),
  ],
  ['a write that asks first', call('write', { response: { result: { resultType: 'input_required' } } })],
  ['a task that works', request('tasks/get', { status: 'working' })],
  ['a list of tools', request('tools/list', { tools: [] })],
])('%s has not changed the data', (_, recording) => {
  expect(changesData(recording)).toBe(false)
})
