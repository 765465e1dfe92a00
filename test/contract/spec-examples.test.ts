/** The examples that come with the specification are valid, and stop being so when they are corrupted. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonValue, parseJson } from '../../src/base/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { createProtocolSchemas } from '../../src/testing/index.js'
import { verifies } from '../verifies.js'

verifies('wire:checked-against-schema')

const folder = new URL('../fixtures/data/spec-examples/', import.meta.url)
const schemas = createProtocolSchemas(createSchemaCompiler())
const examples = readdirSync(folder).flatMap((definition) =>
  readdirSync(new URL(`${definition}/`, folder)).map((file): [string, string] => [definition, file]),
)

describe('protocol schema of 2026-07-28', () => {
  it('comes with 129 examples', () => {
    expect(examples).toHaveLength(129)
  })

  it.each(examples)('accepts the example %s/%s', (definition, file) => {
    expect(schemas.check('2026-07-28', definition, read(definition, file))).toEqual([])
  })

  it.each([...new Set(examples.map(([definition]) => definition))])(
    'refuses an array for %s',
    (definition) => {
      const isMap = definition === 'InputRequests' || definition === 'InputResponses'

      expect(schemas.check('2026-07-28', definition, isMap ? { a: 1 } : [])).not.toEqual([])
    },
  )

  it('names the place of a corrupted member', () => {
    const example = read('CallToolRequest', 'call-tool-request.json')
    const corrupted = { ...(isJsonObject(example) ? example : {}), method: 'tools/cal' }

    expect(schemas.check('2026-07-28', 'CallToolRequest', corrupted)).toMatchObject([
      { pointer: '/method', keyword: 'const' },
    ])
  })
})

function read(definition: string, file: string): JsonValue {
  return parseJson(readFileSync(new URL(`${definition}/${file}`, folder), 'utf8'), file)
}
