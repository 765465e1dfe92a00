import { expect, it } from 'vitest'
import { wrapSchema } from './wrap-schema.js'

it('a wrapped schema keeps its dialect, and its references follow it', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'array',
    items: { $ref: '#/$defs/node' },
    $defs: {
      node: { anyOf: [{ $ref: '#' }, { $ref: '#named' }, { $ref: 'https://other.example/#/a' }] },
      $ref: { type: 'string' },
      own: { $id: 'https://own.example/', items: { $ref: '#/inner' } },
    },
    default: [{ $ref: '#/data' }],
  }

  expect(wrapSchema(schema)).toEqual({
    $schema: schema.$schema,
    type: 'object',
    properties: {
      result: {
        ...schema,
        items: { $ref: '#/properties/result/$defs/node' },
        $defs: {
          node: {
            anyOf: [
              { $ref: '#/properties/result' },
              { $ref: '#named' },
              { $ref: 'https://other.example/#/a' },
            ],
          },
          $ref: { type: 'string' },
          own: { $id: 'https://own.example/', items: { $ref: '#/inner' } },
        },
      },
    },
    required: ['result'],
  })
})

it('a wrapped schema with an id of its own stays as it is', () => {
  const schema = {
    $id: 'https://own.example/',
    type: 'array',
    items: { $ref: '#/$defs/a' },
    $defs: { a: {} },
  }

  expect(wrapSchema(schema)).toEqual({ type: 'object', properties: { result: schema }, required: ['result'] })
})
