import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../base/index.js'
import { paramHeaders, readParamHeaders } from './param-headers.js'

const KEY = 'x-mcp-header'
const schema = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})

describe('headers from arguments', () => {
  it('are found in a schema that is wider than a call may have arguments', () => {
    const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`p${n}`, {}]))

    expect(readParamHeaders(schema({ ...wide, region: { type: 'string', [KEY]: 'Region' } }))).toEqual({
      kind: 'read',
      headers: [{ path: ['region'], name: 'Region' }],
    })
  })

  it('are declared at texts, integers and booleans, at any depth of properties', () => {
    const declared = schema({
      region: { type: 'string', [KEY]: 'Region' },
      inner: schema({ count: { type: 'integer', [KEY]: 'Count' }, on: { type: 'boolean', [KEY]: 'On' } }),
      plain: { type: 'number' },
    })

    const reading = readParamHeaders(declared)
    expect(reading).toMatchObject({ kind: 'read' })
    const headers = reading.kind === 'read' ? reading.headers : []
    expect(paramHeaders(headers, { region: 'eu', inner: { count: 7, on: false }, plain: 1.5 })).toEqual({
      'Mcp-Param-Region': 'eu',
      'Mcp-Param-Count': '7',
      'Mcp-Param-On': 'false',
    })
    expect(paramHeaders(headers, { region: null, inner: { count: 2 ** 53 } })).toEqual({})
    expect(paramHeaders(headers, undefined)).toEqual({})
    expect(paramHeaders(headers, { region: {}, inner: 'x' })).toEqual({})
  })

  it.each<[string, JsonObject, string]>([
    ['an empty name', schema({ a: { type: 'string', [KEY]: '' } }), '"a" is "", not the name of a header'],
    [
      'a name with a space',
      schema({ a: { type: 'string', [KEY]: 'A B' } }),
      '"a" is "A B", not the name of a header',
    ],
    [
      'a name with a colon',
      schema({ a: { type: 'string', [KEY]: 'A:B' } }),
      '"a" is "A:B", not the name of a header',
    ],
    [
      'a line feed',
      schema({ a: { type: 'string', [KEY]: 'A\r\nB: c' } }),
      '"a" is "A\\r\\nB: c", not the name of a header',
    ],
    [
      'a name that is no text',
      schema({ a: { type: 'string', [KEY]: 1 } }),
      '"a" is 1, not the name of a header',
    ],
    ['a number', schema({ a: { type: 'number', [KEY]: 'A' } }), 'at the type "number"'],
    ['an object', schema({ a: { type: 'object', [KEY]: 'A' } }), 'at the type "object"'],
    ['no type', schema({ a: { [KEY]: 'A' } }), 'at the type missing'],
    [
      'one name twice, whatever the case',
      schema({ a: { type: 'string', [KEY]: 'A' }, b: { type: 'string', [KEY]: 'a' } }),
      'a name that is declared twice',
    ],
    ['the root', { type: 'object', [KEY]: 'A' }, 'where no argument is reached'],
    [
      'items',
      schema({ a: { type: 'array', items: { type: 'string', [KEY]: 'A' } } }),
      'where no argument is reached',
    ],
    [
      'a choice',
      schema({}, { anyOf: [schema({ a: { type: 'string', [KEY]: 'A' } })] }),
      'where no argument is reached',
    ],
    [
      'a definition',
      schema({}, { $defs: { a: { type: 'string', [KEY]: 'A' } } }),
      'where no argument is reached',
    ],
  ])('are invalid at %s', (_, declared, reason) => {
    expect(readParamHeaders(declared)).toEqual({ kind: 'invalid', reason: expect.stringContaining(reason) })
  })

  it('are not seen in data, nor in a property that is called so', () => {
    expect(
      readParamHeaders(
        schema({
          a: { type: 'object', default: { [KEY]: '' }, enum: [{ [KEY]: 1 }] },
          [KEY]: { type: 'string' },
        }),
      ),
    ).toEqual({ kind: 'read', headers: [] })
  })

  it('are found in a schema of any depth', () => {
    let deep: JsonObject = { type: 'string', [KEY]: 'Deep' }
    for (let i = 0; i < 20_000; i++) deep = { not: deep }

    expect(readParamHeaders(schema({ a: deep }))).toMatchObject({ kind: 'invalid' })
  })

  it('do not reach what an object inherits', () => {
    expect(paramHeaders([{ path: ['constructor', 'name'], name: 'X' }], {})).toEqual({})
  })
})
