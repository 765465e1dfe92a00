/**
 * The public JSON Schema Test Suite as the judge. What we answer otherwise stands in expected-failures.json with its
 * reason; a failure that is not listed fails, and so does a listed one that passes.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { readSuite } from './json-schema-test-suite.js'

const compiler = createSchemaCompiler()
const groups = readSuite().map((group) => ({ ...group, compilation: compiler.compile(group.schema) }))

test('validation answers as the JSON Schema Test Suite does, but for the listed exceptions', () => {
  const failures = groups.flatMap(({ name, tests, compilation }) =>
    tests
      .filter(({ data, valid }) => {
        const isValid = compilation.kind === 'compiled' && compilation.schema.check(data).length === 0
        return compilation.kind === 'refused' || isValid !== valid
      })
      .map(({ description }) => `${name} / ${description}`),
  )
  const expected: Readonly<Record<string, readonly string[]>> = JSON.parse(
    readFileSync(new URL('expected-failures.json', import.meta.url), 'utf8'),
  )

  expect(failures.toSorted()).toEqual(Object.values(expected).flat().toSorted())
})

test('a value holds exactly where the check has nothing to say', () => {
  const wrong = groups.flatMap(({ name, tests, compilation }) => {
    if (compilation.kind === 'refused') return []
    const { schema } = compilation
    return tests
      .filter(({ data }) => schema.holds(data) !== (schema.check(data).length === 0))
      .map(({ description }) => `${name} / ${description}`)
  })

  expect(wrong).toEqual([])
})

test('every admitted schema of the suite that has a valid instance gets a valid value from any seed', () => {
  const satisfiable = groups.filter(({ tests }) => tests.some(({ valid }) => valid))
  const misses = satisfiable.flatMap(({ name, compilation }) => {
    if (compilation.kind === 'refused') return []
    const { schema } = compilation
    return [1, 'two', 3].flatMap((seed) => {
      const generated = schema.generate({ seed })
      const holds = generated.kind === 'value' && schema.check(generated.value).length === 0
      return holds ? [] : [`${name}, seed ${seed}`]
    })
  })

  expect(misses).toEqual([])
})

test('no schema of the suite is refused but those that refer out of the document or to another dialect', () => {
  const refused = groups.flatMap(({ compilation }) =>
    compilation.kind === 'refused' ? [compilation.problem.code] : [],
  )

  expect(refused.length).toBe(REFUSED)
  expect(new Set(refused)).toEqual(new Set(['SCHEMA_REFERENCE_UNRESOLVED', 'SCHEMA_DIALECT_UNKNOWN']))
})

const REFUSED = 37
