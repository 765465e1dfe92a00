import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../base/index.js'
import { classifyMessage } from './classify-message.js'

const V = { jsonrpc: '2.0' }

describe('classifyMessage', () => {
  it.each<[string, JsonValue]>([
    ['request', { ...V, id: 1, method: 'a' }],
    ['request', { ...V, id: '', method: 'a', params: {}, vendor: 'kept' }],
    ['notification', { ...V, method: 'a' }],
    ['result', { ...V, id: 1, result: {} }],
    ['result', { ...V, id: 0, result: null }],
    ['failure', { ...V, id: 'x', error: { code: -1, message: '' } }],
    ['failure', { ...V, id: null, error: { code: -1, message: '' } }],
    ['failure', { ...V, error: { code: -1, message: '', data: [] } }],
  ])('finds a %s in %j, and hands on the very value', (kind, value) => {
    const classified = classifyMessage(value)

    expect(classified.kind).toBe(kind)
    expect('message' in classified && classified.message).toBe(value)
  })

  it.each<[JsonValue, string, (string | number)?]>([
    [null, 'it is null, not an object'],
    [[], 'it is an array, not an object'],
    [{}, 'it has no method, no result and no error'],
    [{ id: 1, method: 'a' }, 'it has no "jsonrpc" member'],
    [{ jsonrpc: '1.0', id: 1, result: {} }, 'its "jsonrpc" is "1.0", not "2.0"', 1],
    [{ ...V, id: 1, method: 2 }, 'its method is 2, not a string'],
    [{ ...V, id: 1.5, method: 'a' }, 'its id is 1.5, neither a string nor an integer'],
    [{ ...V, id: null, method: 'a' }, 'its id is null, neither a string nor an integer'],
    [{ ...V, method: 'a', params: [] }, 'its params are an array, not an object'],
    [{ ...V, id: 1, method: 'a', result: {} }, 'it is a request and a response in one'],
    [{ ...V, id: 1, result: {}, error: { code: 1, message: '' } }, 'it has both a result and an error', 1],
    [
      { ...V, id: 'a', error: 'no' },
      'its error is "no", not an object with an integer code and a message',
      'a',
    ],
    [
      { ...V, id: 1, error: { code: 1.5, message: '' } },
      'its error is {"code":1.5,"message":""}, not an object with an integer code and a message',
      1,
    ],
    [{ ...V, result: {} }, 'its id is missing, neither a string nor an integer'],
  ])('says what is wrong with %j', (value, reason, answers) => {
    expect(classifyMessage(value)).toEqual({
      kind: 'invalid',
      reason,
      ...(answers === undefined ? {} : { answers }),
    })
  })
})
