/** What the comparison claims is true: held against the validators, on schemas of real servers and random changes to them. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isJsonObject, type JsonValue, seededRandom } from '../../../src/base/index.js'
import { type CompiledSchema, compareSchemas, createSchemaCompiler } from '../../../src/schema/index.js'
import { mutateSchema } from './mutate-schema.js'

const TOOLS = new URL('../../fixtures/data/tools/', import.meta.url)
const FILES = readdirSync(TOOLS).filter((name) => name.endsWith('.json'))
const compiler = createSchemaCompiler()
/** Pairs looked at for each list of tools; `npm run soak:compare` looks at many more. */
const RUNS = Number(process.env.COMPARE_RUNS ?? 20)

describe.each(FILES)('the comparison of schemas of %s', (file) => {
  const schemas = schemasOf(file)

  test('finds nothing where nothing but the wording changed', () => {
    const misjudged = schemas.filter((schema) => {
      const result = compareSchemas(schema, reworded(schema))
      return result.kind === 'refused' || result.relation !== 'equal'
    })

    expect(misjudged).toEqual([])
  })

  test('claims nothing that a value contradicts', () => {
    const contradictions = Array.from({ length: RUNS }, (_, seed) => {
      const random = seededRandom(`${file} ${seed}`)
      const before = random.pick(schemas)
      const once = mutateSchema(before, random)
      const after = random.next() < 0.4 ? mutateSchema(once, random) : once
      return contradictionIn(before, after)
    }).filter((each) => each !== undefined)

    expect(contradictions).toEqual([])
  })
})

function contradictionIn(before: JsonValue, after: JsonValue): unknown {
  const [old, next] = [compiled(before), compiled(after)]
  const result = compareSchemas(before, after)
  if (old === undefined || next === undefined) return undefined
  if (result.kind === 'refused') return { before, after, result }
  const { differences } = result
  const isWrong = differences.find(({ change, certain, witness }) => {
    if ((change !== 'narrower' && change !== 'wider') || !certain) return witness !== undefined
    const [takes, refuses] = change === 'narrower' ? [old, next] : [next, old]
    return witness === undefined || takes.check(witness).length > 0 || refuses.check(witness).length === 0
  })
  if (isWrong !== undefined) return { before, after, isWrong }
  const has = (...changes: readonly string[]) => differences.some(({ change }) => changes.includes(change))
  return (
    (has('narrower', 'declared') ? undefined : escapee(old, next, { before, after })) ??
    (has('wider', 'undeclared') ? undefined : escapee(next, old, { before, after }))
  )
}

/** A value of one schema that the other refuses, though every value was said to be taken. */
function escapee(takes: CompiledSchema, refuses: CompiledSchema, pair: object): unknown {
  return Array.from({ length: 8 }, (_, seed) => takes.generate({ seed }))
    .filter((made) => made.kind === 'value' && refuses.check(made.value).length > 0)
    .map((made) => ({ ...pair, made }))[0]
}

function compiled(schema: JsonValue): CompiledSchema | undefined {
  const compilation = compiler.compile(schema)
  return compilation.kind === 'compiled' ? compilation.schema : undefined
}

function reworded(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(reworded)
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .map(([key, value]): [string, JsonValue] => [
        key,
        key === 'description' && typeof value === 'string' ? `${value} indeed` : reworded(value),
      ])
      .reverse(),
  )
}

function schemasOf(file: string): readonly JsonValue[] {
  // The shape of a tools/list answer, pinned by the copy in the fixtures.
  const { tools } = JSON.parse(readFileSync(new URL(file, TOOLS), 'utf8')) as {
    readonly tools: readonly { readonly inputSchema: JsonValue; readonly outputSchema?: JsonValue }[]
  }
  return tools.flatMap(({ inputSchema, outputSchema }) => [
    inputSchema,
    ...(outputSchema === undefined ? [] : [outputSchema]),
  ])
}
