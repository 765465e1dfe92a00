import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/index.js'
import type { ServiceRequest, ServiceResponse } from '../service.js'
import { createLegacyShapes } from './legacy-shapes.js'

const SERVER_INFO = { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } }

const request = (method: string, params: JsonObject = {}): ServiceRequest => ({
  method,
  params,
  era: 'legacy',
  revision: '2025-11-25',
  client: { capabilities: {} },
  connection: { id: 'c', closed: new AbortController().signal, notify: () => undefined },
})
const adapted = (method: string, result: JsonObject, shapes = createLegacyShapes(), name = 't') =>
  shapes.adapt(request(method, { name }), { result })

describe('legacy shape of a result', () => {
  it('has none of the fields of the modern era', () => {
    const modern = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', prompts: [] }

    expect(adapted('prompts/list', { ...modern, _meta: SERVER_INFO })).toEqual({ result: { prompts: [] } })
    expect(adapted('prompts/list', { ...modern, _meta: { ...SERVER_INFO, own: 1 } })).toEqual({
      result: { prompts: [], _meta: { own: 1 } },
    })
  })

  it('is the very result where there is nothing to change, and every error', () => {
    const result = { content: [], structuredContent: { a: 1 }, _meta: { own: 1 } }
    const failure: ServiceResponse = { error: { code: -32002, message: 'not found' } }

    expect(adapted('tools/call', result)).toEqual({ result })
    expect(createLegacyShapes().adapt(request('tools/call'), failure)).toBe(failure)
  })

  it.each([[[1, 2]], ['text'], [3], [null], [false]])('holds %j in an object, and as text', (value) => {
    expect(adapted('tools/call', { content: [], structuredContent: value })).toEqual({
      result: {
        content: [{ type: 'text', text: JSON.stringify(value) }],
        structuredContent: { result: value },
      },
    })
  })

  it('keeps the text that the service gave', () => {
    const content = [{ type: 'text', text: 'one and two' }]

    expect(adapted('tools/call', { content, structuredContent: [1, 2] })).toEqual({
      result: { content, structuredContent: { result: [1, 2] } },
    })
  })

  it('holds objects in an object too where the declared schema is that of no object', () => {
    const shapes = createLegacyShapes()
    const tools = [
      { name: 'either', outputSchema: { anyOf: [{ type: 'object' }, { type: 'string' }] } },
      { name: 'object', outputSchema: { type: 'object' } },
      { name: 'none' },
    ]

    expect(adapted('tools/list', { tools }, shapes)).toEqual({
      result: {
        tools: [
          {
            name: 'either',
            outputSchema: {
              type: 'object',
              properties: { result: { anyOf: [{ type: 'object' }, { type: 'string' }] } },
              required: ['result'],
            },
          },
          ...tools.slice(1),
        ],
      },
    })
    const result = { content: [], structuredContent: { a: 1 } }
    expect(adapted('tools/call', result, shapes, 'either')).toEqual({
      result: { content: [], structuredContent: { result: { a: 1 } } },
    })
    expect(adapted('tools/call', result, shapes, 'object')).toEqual({ result })
  })
})
