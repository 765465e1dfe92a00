import { readFileSync } from 'node:fs'
import { check, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '../base/index.js'
import { createSchemaCompiler } from '../schema/index.js'
import { InputArbitrary } from './input-arbitrary.js'
import { type InputPlan, planInputs } from './plan-inputs.js'

const SCHEMA = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1, maxLength: 20 },
    sort: { enum: ['name', 'size'] },
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    edits: {
      type: 'array',
      maxItems: 2,
      items: {
        type: 'object',
        properties: { line: { type: 'integer' }, slug: { type: 'string', pattern: '^[a-z]+$' } },
        required: ['line'],
        additionalProperties: false,
      },
    },
  },
  required: ['path', 'edits'],
}

describe('planInputs', () => {
  it('makes valid inputs, and of each kind of mistake those with that mistake alone, also within', () => {
    const made = Object.fromEntries(
      plansOf(SCHEMA).map(({ kind, first }) => [
        kind,
        [...new Set(first.map(({ violation }) => violation))].sort(),
      ]),
    )

    expect(made).toEqual({
      valid: [''],
      'wrong-type': [
        ...['enum /sort', 'type /edits', 'type /edits/*', 'type /edits/*/line', 'type /edits/*/slug'],
        ...['type /limit', 'type /path'],
      ],
      'missing-member': ['required /edits', 'required /edits/*/line', 'required /path'],
      'not-in-enum': ['enum /sort'],
      'out-of-bounds': ['maximum /limit', 'minimum /limit'],
      'wrong-length': ['maxItems /edits', 'maxLength /path', 'minLength /path'],
      'wrong-pattern': ['pattern /edits/*/slug'],
      'extra-member': ['additionalProperties /edits/*/understudy_extra'],
    })
  })

  it('tries the edges of what is allowed first', () => {
    const [valid] = plansOf(SCHEMA)
    const limits = valid?.first.map(({ args }) => args.limit)

    expect(limits).toEqual(expect.arrayContaining([1, 50, undefined]))
  })

  it('gives an argument the value that is known for it, where it is valid', () => {
    const [valid] = plansOf(SCHEMA, { path: 'known.md', limit: 'no number' })

    expect(valid?.first[0]?.args).toMatchObject({ path: 'known.md', limit: expect.any(Number) })
  })

  it('says why there are no valid arguments', () => {
    const impossible = { type: 'object', properties: { a: false }, required: ['a'] }

    expect(planInputs(sourceOf(impossible))).toEqual({ kind: 'impossible', reason: expect.any(String) })
  })
})

describe('inputs', () => {
  it.each(plansOf(SCHEMA).map((plan) => [plan.kind, plan] as const))(
    'of kind %s keep what they are, drawn from any seed and shrunk as far as it goes',
    (_, plan) => {
      const seen: string[] = []
      const wrong: unknown[] = []

      const { counterexample } = check(
        property(new InputArbitrary(plan), (input) => {
          const issues = plan.schema.check(input.args)
          if ((issues.length === 0) !== (plan.kind === 'valid')) wrong.push(input)
          seen.push(input.violation)
          return false
        }),
        { seed: 5 },
      )

      expect(wrong).toEqual([])
      expect([...new Set(seen)]).toEqual([counterexample?.[0].violation])
    },
  )

  it('are found for the tools of public servers', () => {
    const tools = toolsOf('filesystem')

    const kinds = tools.map((schema) => plansOf(schema)[0]?.kind)

    expect(new Set(kinds)).toEqual(new Set(['valid']))
    expect(kinds.length).toBeGreaterThan(10)
  })
})

function plansOf(schema: JsonObject, values: JsonObject = {}): readonly InputPlan[] {
  const planning = planInputs({ ...sourceOf(schema), values })
  if (planning.kind === 'impossible') throw new Error(planning.reason)
  return planning.plans
}

function sourceOf(definition: JsonObject) {
  const compilation = createSchemaCompiler().compile(definition)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return { definition, schema: compilation.schema, seed: '1', values: {} }
}

function toolsOf(server: string): JsonObject[] {
  const file = new URL(`../../test/fixtures/data/tools/${server}.json`, import.meta.url)
  const { tools } = JSON.parse(readFileSync(file, 'utf8'))
  return tools.map(({ inputSchema }: { inputSchema: unknown }) => inputSchema).filter(isJsonObject)
}
