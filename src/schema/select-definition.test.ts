import { expect, test } from 'vitest'
import { selectDefinition } from './select-definition.js'

const DOCUMENT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: {
    Result: { properties: { content: { items: { $ref: '#/$defs/Content' } } } },
    Content: { anyOf: [{ $ref: '#/$defs/a~1b' }] },
    'a/b': { $ref: '#/$defs/Result' },
    Other: { type: 'null' },
  },
}

test('a selected definition brings the definitions that it reaches, and no others', () => {
  const { Other: _other, ...reached } = DOCUMENT.$defs

  expect(selectDefinition(DOCUMENT, 'Result')).toEqual({
    $schema: DOCUMENT.$schema,
    $ref: '#/$defs/Result',
    $defs: reached,
  })
})

test('a selected definition keeps the older name of the container', () => {
  expect(selectDefinition({ definitions: { 'x/y': true } }, 'x/y')).toEqual({
    $ref: '#/definitions/x~1y',
    definitions: { 'x/y': true },
  })
})

test('a definition that is not there, or only on the prototype, is not selected', () => {
  expect(selectDefinition(DOCUMENT, 'Missing')).toBeUndefined()
  expect(selectDefinition(DOCUMENT, 'toString')).toBeUndefined()
})
