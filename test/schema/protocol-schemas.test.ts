/** The protocol's own schemas, one definition at a time: what the wire check does. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/base/index.js'
import { createSchemaCompiler, selectDefinition } from '../../src/schema/index.js'

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

test.each(REVISIONS)('every definition of revision %s can be used alone', (revision) => {
  const compiler = createSchemaCompiler()
  const document = readSchema(revision)
  const names = Object.keys(Object(document.$defs ?? document.definitions))

  const refused = names.filter(
    (name) => compiler.compile(selectDefinition(document, name) ?? '').kind === 'refused',
  )

  expect(names.length).toBeGreaterThan(70)
  expect(refused).toEqual([])
})

test.each(REVISIONS)(
  'a tool result of revision %s is checked with the block named that is wrong',
  (revision) => {
    const check = checkOf(revision, 'CallToolResult')
    const good = { resultType: 'complete', content: [{ type: 'text', text: 'hi' }] }
    const bad = { resultType: 'complete', content: [{ type: 'text', text: 5 }] }

    expect(check(good)).toEqual([])
    expect(check(bad)).toEqual(['"/content/0/text" must be a string, found a number'])
  },
)

test('the definition in the whole document and the selected one say the same', () => {
  const document = readSchema('2025-11-25')
  const whole = createSchemaCompiler().compile({ ...document, $ref: '#/$defs/Tool' })
  const value = { name: 'x', inputSchema: { type: 'array' } }

  const issues = whole.kind === 'compiled' ? whole.schema.check(value).map(({ message }) => message) : []

  expect(issues).toEqual(['"/inputSchema/type" must be "object", found "array"'])
  expect(checkOf('2025-11-25', 'Tool')(value)).toEqual(issues)
})

function checkOf(revision: string, name: string): (value: JsonValue) => string[] {
  const compilation = createSchemaCompiler().compile(selectDefinition(readSchema(revision), name) ?? '')
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return (value) => compilation.schema.check(value).map(({ message }) => message)
}

function readSchema(revision: string): JsonObject {
  const file = new URL(`../../spec/${revision}/schema.json`, import.meta.url)
  const schema = parseJson(readFileSync(file, 'utf8'), revision)
  return isJsonObject(schema) ? schema : {}
}
