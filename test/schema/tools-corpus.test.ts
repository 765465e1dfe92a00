/** The schemas that public servers really send. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/index.js'
import { createSchemaCompiler, fingerprint } from '../../src/schema/index.js'

interface ListedTool {
  readonly name: string
  readonly inputSchema: JsonValue
  readonly outputSchema?: JsonValue
}

const TOOLS = new URL('../fixtures/data/tools/', import.meta.url)
const FILES = readdirSync(TOOLS).filter((name) => name.endsWith('.json'))
const compiler = createSchemaCompiler()

test.each(FILES)('every schema of %s is admitted and gets valid values from several seeds', (file) => {
  const misses = schemasOf(file).flatMap(({ name, schema }) => {
    const compilation = compiler.compile(schema)
    if (compilation.kind === 'refused') return [`${name}: ${compilation.problem.message}`]
    return [1, 2, 3, 'four', 'five'].flatMap((seed) => {
      const generated = compilation.schema.generate({ seed })
      if (generated.kind === 'unsatisfied') return [`${name}: ${generated.reason}`]
      return compilation.schema.check(generated.value).map(({ message }) => `${name}: ${message}`)
    })
  })

  expect(misses).toEqual([])
})

test('a wrong argument of a real tool is told in one sentence', () => {
  const writeFile = schemasOf('filesystem.json').find(({ name }) => name === 'write_file inputSchema')
  const compilation = compiler.compile(writeFile?.schema ?? false)

  const issues = compilation.kind === 'compiled' ? compilation.schema.check({ path: 'a', content: 5 }) : []

  expect(issues).toEqual([
    {
      pointer: '/content',
      keyword: 'type',
      expected: 'string',
      got: 'number',
      message: '"/content" must be a string, found a number',
    },
  ])
})

test('all tools of a server that differ have fingerprints that differ', () => {
  const schemas = schemasOf('notion.json').map(({ schema }) => schema)

  expect(new Set(schemas.map(fingerprint)).size).toBe(
    new Set(schemas.map((schema) => JSON.stringify(schema))).size,
  )
})

function schemasOf(file: string): { readonly name: string; readonly schema: JsonValue }[] {
  // The shape of a tools/list answer, pinned by the copy in the fixtures.
  const { tools } = JSON.parse(readFileSync(new URL(file, TOOLS), 'utf8')) as {
    readonly tools: readonly ListedTool[]
  }
  return tools.flatMap((tool) => [
    { name: `${tool.name} inputSchema`, schema: tool.inputSchema },
    ...(tool.outputSchema === undefined
      ? []
      : [{ name: `${tool.name} outputSchema`, schema: tool.outputSchema }]),
  ])
}
