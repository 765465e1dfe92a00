import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../base/index.js'
import { createLegacyCodec } from './legacy-codec.js'

const legacyCodec = createLegacyCodec({ name: 'test', version: '0', capabilities: {} })

const SERVER = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 's', version: '1', title: 'The S' },
}

describe('legacy codec', () => {
  it('reads what a server says about itself', () => {
    expect(legacyCodec.readOpening({ ...SERVER, instructions: 'be kind' })).toEqual({
      kind: 'read',
      value: {
        revision: '2025-06-18',
        serverInfo: { name: 's', version: '1', title: 'The S' },
        capabilities: { tools: {} },
        instructions: 'be kind',
      },
      complaints: [],
    })
  })

  it('complains about a server without a name or capabilities, and goes on', () => {
    expect(legacyCodec.readOpening({ protocolVersion: '2025-06-18' })).toEqual({
      kind: 'read',
      value: {
        revision: '2025-06-18',
        serverInfo: { name: 'unnamed', version: 'unknown' },
        capabilities: {},
      },
      complaints: [
        'the initialize result has no serverInfo with a name and a version',
        'the initialize result has no capabilities object',
      ],
    })
  })

  it.each<[JsonValue]>([[null], ['2025-06-18'], [{}], [{ ...SERVER, protocolVersion: 1 }]])(
    'cannot use %j as the answer to initialize',
    (result) => {
      expect(legacyCodec.readOpening(result)).toMatchObject({ kind: 'unusable' })
    },
  )

  it('adds metadata to the params without losing what is there', () => {
    expect(legacyCodec.withMeta(undefined, undefined)).toBeUndefined()
    expect(legacyCodec.withMeta(undefined, { progressToken: 1 })).toEqual({ _meta: { progressToken: 1 } })
    expect(legacyCodec.withMeta({ a: 1, _meta: { b: 2 } }, { progressToken: 1 })).toEqual({
      a: 1,
      _meta: { b: 2, progressToken: 1 },
    })
  })

  it.each<[JsonValue, object]>([
    [{ content: [] }, { isError: false, content: [] }],
    [
      { content: [], isError: true, _meta: { a: 1 } },
      { isError: true, content: [], meta: { a: 1 } },
    ],
    [
      { content: [], structuredContent: {} },
      { isError: false, content: [], structured: {} },
    ],
    [
      {
        content: [
          { type: 'text', text: 'a', vendor: 1 },
          { type: 'resource', resource: { uri: 'a:b', text: '' } },
        ],
      },
      {
        isError: false,
        content: [
          { type: 'text', text: 'a', vendor: 1 },
          { type: 'resource', resource: { uri: 'a:b', text: '' } },
        ],
      },
    ],
  ])('reads the tool result %j', (result, value) => {
    expect(legacyCodec.readToolResult(result)).toEqual({ kind: 'read', value, complaints: [] })
  })

  it.each<[JsonValue, object, string]>([
    [{}, { isError: false, content: [] }, 'the result has no content; taken for empty'],
    [{ content: 'a' }, { isError: false, content: [] }, 'content is "a", not an array; taken for empty'],
    [
      { content: [], isError: null },
      { isError: false, content: [] },
      'isError is null, not a boolean; taken for false',
    ],
    [
      { content: [], isError: 1 },
      { isError: true, content: [] },
      'isError is 1, not a boolean; taken for true',
    ],
    [
      { content: [], structuredContent: null },
      { isError: false, content: [] },
      'structuredContent is null, not an object',
    ],
    [
      { content: [], structuredContent: [1] },
      { isError: false, content: [], structured: [1] },
      'structuredContent is [1], not an object',
    ],
    [
      { content: [{ type: 'text' }] },
      { isError: false, content: [] },
      'a content block was left out, it is none of the protocol: {"type":"text"}',
    ],
  ])('complains about the tool result %j', (result, value, complaint) => {
    expect(legacyCodec.readToolResult(result)).toEqual({ kind: 'read', value, complaints: [complaint] })
  })

  it.each<[JsonValue]>([[{}], [[]], [null], [{ tools: {} }]])(
    'cannot use %j as a list of tools',
    (result) => {
      expect(legacyCodec.readToolPage(result)).toMatchObject({ kind: 'unusable' })
    },
  )

  it('takes a cursor that is no text for the end, and complains', () => {
    expect(legacyCodec.readToolPage({ tools: [], nextCursor: 1 })).toEqual({
      kind: 'read',
      value: { items: [] },
      complaints: ['nextCursor is 1, not a string; taken for the end of the list'],
    })
  })
})
