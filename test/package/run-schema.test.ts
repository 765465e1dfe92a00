/** The shipped schema of the report of a real run, both ways: it accepts what runs give, and nothing that is near it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { type JsonValue, parseJson, TransportError } from '../../src/base/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { type RealRun, runInShop, sells } from '../gateway/real-shop.js'

const WORKFLOW = { fileName: 'plan.json' }
const BUY = JSON.stringify({ tasks: [{ id: 'buy', tool: 'shop:buy_item', arguments: { id: 7 } }] })

test.each<[string, () => Promise<RealRun>]>([
  ['a workflow', () => runInShop(BUY, { ...WORKFLOW, intent: 'buy' })],
  ['a program', () => runInShop('console.log(1)\nreturn await mcp.shop.find_item({ name: "pen" })')],
  [
    'a program that tries to reach the machine and throws',
    () => runInShop('await fetch("http://127.0.0.1:9")'),
  ],
  ['a plan that is wrong', () => runInShop('{', WORKFLOW)],
  [
    'a refused run',
    () => runInShop(BUY, { ...WORKFLOW, policy: { rules: [{ tools: '*', decision: 'deny' }] } }),
  ],
  [
    'a run whose server broke',
    () =>
      runInShop(BUY, {
        ...WORKFLOW,
        shop: () => Promise.reject(new TransportError('CONNECTION_CLOSED', 'gone')),
      }),
  ],
])('the schema of a run accepts %s', async (_, run) => {
  expect(issuesOf(asJson((await run()).report))).toEqual([])
})

test('the schema of a run refuses a report without any of its fields or with another one', async () => {
  const report = asJson((await runInShop(BUY, { ...WORKFLOW, intent: 'buy', shop: sells })).report)

  const without = Object.keys(report).filter((field) => {
    const { [field]: _, ...rest } = report
    return issuesOf(rest).length === 0
  })

  expect(without).toEqual(['intent'])
  expect(issuesOf({ ...report, surprise: 1 })).not.toEqual([])
  expect(issuesOf({ ...report, dry_run: 'yes' })).not.toEqual([])
  expect(issuesOf({ ...report, calls: [{}] })).not.toEqual([])
})

function asJson(report: object): Record<string, JsonValue> {
  return JSON.parse(JSON.stringify(report))
}

function issuesOf(report: JsonValue) {
  const text = readFileSync(join(PROJECT_ROOT, 'schemas/run.schema.json'), 'utf8')
  const compilation = createSchemaCompiler().compile(parseJson(text, 'the schema of a run'))
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.check(report)
}
