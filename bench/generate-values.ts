/** Values from every input and output schema of the tool lists: how many are valid, and how long the slowest takes. */
import { readdir, readFile } from 'node:fs/promises'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../dist/base/index.js'
import { createSchemaCompiler } from '../dist/schema/index.js'
import type { Figure } from './figure.js'

const TOOLS = new URL('../test/fixtures/data/tools/', import.meta.url)
const SEEDS = [1, 2, 3, 4, 5]
const ROUNDS = 3

interface NamedSchema {
  readonly name: string
  readonly schema: JsonValue
}

/** A time is that of a new compiler each: admit, compile, generate, check. Of the rounds the quickest counts: the rest is the machine's. */
export async function run(): Promise<readonly Figure[]> {
  const schemas = await readSchemas()
  let made = 0
  let valid = 0
  let slowest = { name: '', ms: 0 }
  for (const { name, schema } of schemas) {
    for (const seed of SEEDS) {
      made++
      if (isValid(schema, seed)) valid++
      const ms = Math.min(...Array.from({ length: ROUNDS }, () => timed(() => isValid(schema, seed))))
      if (ms > slowest.ms) slowest = { name, ms }
    }
  }
  return [
    {
      name: 'values generated from real tool schemas that are valid',
      value: (100 * valid) / made,
      unit: '%',
      target: { atLeast: 100 },
      detail: `${valid} of ${made}: ${schemas.length} schemas, ${SEEDS.length} seeds`,
    },
    {
      name: 'slowest value, from the schema to the checked value',
      value: slowest.ms,
      unit: 'ms',
      target: { atMost: 20 },
      detail: `${slowest.name}; new compiler, warm process, quickest of ${ROUNDS} rounds`,
    },
  ]
}

function isValid(schema: JsonValue, seed: number): boolean {
  const compilation = createSchemaCompiler().compile(schema)
  if (compilation.kind === 'refused') return false
  const generated = compilation.schema.generate({ seed })
  return generated.kind === 'value' && compilation.schema.check(generated.value).length === 0
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

async function readSchemas(): Promise<NamedSchema[]> {
  const files = (await readdir(TOOLS)).filter((name) => name.endsWith('.json'))
  const lists = await Promise.all(
    files.map(async (file) => toolsOf(parseJson(await readFile(new URL(file, TOOLS), 'utf8'), file))),
  )
  return lists.flat().flatMap((tool) =>
    (['inputSchema', 'outputSchema'] as const).flatMap((field) => {
      const schema = tool[field]
      return schema === undefined ? [] : [{ name: `${String(tool.name)} ${field}`, schema }]
    }),
  )
}

function toolsOf(list: JsonValue): JsonObject[] {
  return isJsonObject(list) && Array.isArray(list.tools) ? list.tools.filter(isJsonObject) : []
}
