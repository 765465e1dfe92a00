import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../base/index.js'
import { createModernCodec } from './modern-codec.js'

const PREFIX = 'io.modelcontextprotocol/'
const SELF = { name: 'c', version: '1', capabilities: { roots: {} } }
const ENVELOPE = {
  [`${PREFIX}protocolVersion`]: '2026-07-28',
  [`${PREFIX}clientInfo`]: { name: 'c', version: '1' },
  [`${PREFIX}clientCapabilities`]: { roots: {} },
}
const DISCOVERED = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }

describe('modern codec', () => {
  it('puts its envelope into every request, under what the caller says', () => {
    const codec = createModernCodec(SELF)

    expect(codec.withMeta(undefined, undefined)).toEqual({ _meta: ENVELOPE })
    expect(codec.withMeta({ a: 1 }, { progressToken: 3 })).toEqual({
      a: 1,
      _meta: { ...ENVELOPE, progressToken: 3 },
    })
    expect(
      codec.withMeta({ _meta: { [`${PREFIX}clientCapabilities`]: {}, 'com.x/y': 1 } }, undefined),
    ).toEqual({
      _meta: { ...ENVELOPE, [`${PREFIX}clientCapabilities`]: {}, 'com.x/y': 1 },
    })
  })

  it('carries the level of logs in every request from then on', () => {
    const codec = createModernCodec(SELF, 'error')

    expect(codec.withMeta({}, undefined)).toEqual({ _meta: { ...ENVELOPE, [`${PREFIX}logLevel`]: 'error' } })
    expect(codec.tellLogLevel('debug')).toBeUndefined()
    expect(codec.withMeta({}, undefined)).toEqual({ _meta: { ...ENVELOPE, [`${PREFIX}logLevel`]: 'debug' } })
  })

  it('reads what a server says about itself, with or without a name', () => {
    const { readOpening } = createModernCodec(SELF)

    expect(
      readOpening({
        ...DISCOVERED,
        instructions: 'x',
        _meta: { [`${PREFIX}serverInfo`]: { name: 's', version: '2', title: 'The S' } },
      }),
    ).toEqual({
      kind: 'read',
      value: {
        revision: '2026-07-28',
        serverInfo: { name: 's', version: '2', title: 'The S' },
        capabilities: { tools: {} },
        instructions: 'x',
      },
      complaints: [],
    })
    expect(readOpening(DISCOVERED)).toMatchObject({
      value: { serverInfo: { name: 'unnamed', version: 'unknown' } },
    })
    expect(readOpening({ supportedVersions: ['2026-07-28'] })).toMatchObject({
      complaints: ['the server/discover result has no capabilities object'],
    })
  })

  it.each<[JsonValue, object]>([
    [null, { reason: 'the result is not an object' }],
    [{}, { reason: 'the result has no array "supportedVersions"' }],
    [{ ...DISCOVERED, resultType: 'later' }, { reason: 'its resultType is "later", which is not known' }],
    [{ ...DISCOVERED, resultType: 'task' }, { reason: 'the result is not complete' }],
    [
      { ...DISCOVERED, supportedVersions: ['2027-01-01'] },
      { reason: 'the server speaks 2027-01-01, this client speaks 2026-07-28 here', isRevision: true },
    ],
  ])('cannot use %j as the answer to server/discover', (result, unusable) => {
    expect(createModernCodec(SELF).readOpening(result)).toEqual({ kind: 'unusable', ...unusable })
  })

  it('takes structured content of any type, null too', () => {
    const { readToolResult } = createModernCodec(SELF)

    for (const structured of [null, 1, 'a', [1], { a: 1 }])
      expect(readToolResult({ content: [], structuredContent: structured })).toEqual({
        kind: 'read',
        value: { isError: false, content: [], structured },
        complaints: [],
      })
  })
})
