import { expect, it } from 'vitest'
import { declaredMembers } from './declared-members.js'

it('declaredMembers takes names at any depth, and no keyword for one', () => {
  const schema = {
    type: 'object',
    properties: {
      unit: { type: 'string', default: 'celsius' },
      range: { anyOf: [{ properties: { from: { type: 'integer' } } }, { required: ['to'] }] },
    },
    $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } },
    default: {},
  }

  expect(declaredMembers(schema)).toEqual({
    names: new Set(['unit', 'range', 'from', 'to', 'next']),
    withDefault: new Set(['unit']),
  })
})
