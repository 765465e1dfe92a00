/** The shipped schema of the report, both ways: it accepts what a rehearsal gives, and nothing that is near it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type JsonValue, parseJson } from '../../src/base/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { rehearseShop } from '../dryrun/shop.js'

test('the schema of the report accepts a report, and refuses it without any of its fields or with another one', async () => {
  const report: Record<string, JsonValue> = JSON.parse(
    JSON.stringify(await rehearseShop(PLAN, { fileName: 'plan.json' })),
  )

  const without = Object.keys(report).filter((field) => {
    const { [field]: _, ...rest } = report
    return fits(rest)
  })

  expect(issuesOf(report)).toEqual([])
  expect(without).toEqual(OPTIONAL)
  expect(fits({ ...report, surprise: 1 })).toBe(false)
})

test.each<[string, JsonValue]>([
  ['verdict', 'ok'],
  ['format', 'understudy.report/2'],
  ['dry_run', false],
  ['calls', [{}]],
  ['side_effects', ['a text']],
  ['validation', {}],
  ['estimated_duration_ms', 'soon'],
])('the schema of the report refuses %s as %j', async (field, value) => {
  const report = JSON.parse(JSON.stringify(await rehearseShop(PLAN, { fileName: 'plan.json' })))

  expect(fits({ ...report, [field]: value })).toBe(false)
})

/** Absent where there is nothing to say. */
const OPTIONAL = ['ended_because', 'tasks']
const PLAN = JSON.stringify({
  tasks: [{ id: 'buy', tool: 'shop:buy_item', arguments: { id: 'seven' } }],
})

function fits(report: JsonValue): boolean {
  return issuesOf(report).length === 0
}

function issuesOf(report: JsonValue) {
  const text = readFileSync(join(PROJECT_ROOT, 'schemas/report.schema.json'), 'utf8')
  const compilation = createSchemaCompiler().compile(parseJson(text, 'the schema of the report'))
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.check(report)
}
