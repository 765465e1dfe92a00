/** The comparison, held against the values of the public JSON Schema Test Suite: groups that follow one another differ in every keyword. */
import { expect, test } from 'vitest'
import type { JsonValue } from '../../../src/base/index.js'
import { compareSchemas, createSchemaCompiler } from '../../../src/schema/index.js'
import { readSuite, type SuiteGroup } from '../json-schema-test-suite.js'

const compiler = createSchemaCompiler()
type Compilation = ReturnType<typeof compiler.compile>
const compilations = new Map<JsonValue, Compilation>()
const all = readSuite().filter(({ name, schema }) => name.startsWith('draft2020-12') && isUsable(schema))
/** Every fourth one and its successor; `npm run soak:compare` takes all. */
const isShort = process.env.COMPARE_RUNS === undefined

test('every schema of the suite takes the same as itself', () => {
  const differing = all.filter(isTaken).filter(({ schema }) => {
    const result = compareSchemas(schema, schema)
    return result.kind === 'refused' || result.differences.length > 0
  })

  expect(differing.map(({ name }) => name)).toEqual([])
})

test('no value of the suite contradicts a comparison', () => {
  const contradictions = all.flatMap((before, i) => {
    const after = all[i + 1]
    if (after === undefined || !isTaken(before, i)) return []
    return contradictedBy(before, after) ? [`${before.name} → ${after.name}`] : []
  })

  expect(contradictions).toEqual([])
})

function isTaken(_: SuiteGroup, i: number): boolean {
  return !isShort || i % 4 === 0
}

/** True when a value is refused by the later schema, though it was said to lose none; or taken, though it was said to gain none. */
function contradictedBy(before: SuiteGroup, after: SuiteGroup): boolean {
  const result = compareSchemas(before.schema, after.schema)
  if (result.kind === 'refused') return true
  const has = (...changes: readonly string[]) =>
    result.differences.some(({ change }) => changes.includes(change))
  const [keepsAll, gainsNone] = [!has('narrower', 'declared'), !has('wider', 'undeclared')]
  return [...before.tests, ...after.tests].some(({ data }) => {
    const [was, is] = [takes(before.schema, data), takes(after.schema, data)]
    return (keepsAll && was && !is) || (gainsNone && !was && is)
  })
}

function takes(schema: JsonValue, value: JsonValue): boolean {
  const compilation = compiled(schema)
  return compilation.kind === 'compiled' && compilation.schema.check(value).length === 0
}

function isUsable(schema: JsonValue): boolean {
  return compiled(schema).kind === 'compiled'
}

/** Each schema once, however many values it is asked about. */
function compiled(schema: JsonValue): Compilation {
  const made = compilations.get(schema) ?? compiler.compile(schema)
  compilations.set(schema, made)
  return made
}
