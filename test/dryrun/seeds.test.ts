/** Rehearsals with several seeds: the worst verdict counts, and what hangs on the seed is told. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type JsonValue, parseJson } from '../../src/base/index.js'
import type { TraceEvent } from '../../src/call/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { verifies } from '../verifies.js'
import { rehearseShop } from './shop.js'

verifies('rehearsal:several-seeds')

/** Of the seeds from 1 to 8, some give numbers below a half and some above. */
const BRANCHES = `await mcp.shop.tell({ message: 'always' })
if (Math.random() < 0.5) await mcp.shop.tell({ message: 'sometimes' })
for (let i = 0; i < Math.random() * 10; i++) await mcp.shop.find_item({ name: 'pen' })
`

test('a call that every seed makes is stable, one that some make hangs on the branch, and so does one made more often', async () => {
  const report = await rehearseShop(BRANCHES, { runs: 8 })

  expect(report.runs).toEqual({
    seeds: 8,
    verdicts: [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => ({ seed, verdict: 'uncertain' })),
    stable_calls: ['shop:tell (line 1, column 16)'],
    branch_dependent_calls: ['shop:tell (line 2, column 41)', 'shop:find_item (line 3, column 61)'],
  })
})

test('a workflow is rehearsed with each seed, too', async () => {
  const plan = JSON.stringify({ tasks: [{ id: 'find', tool: 'shop:find_item', arguments: { name: 'pen' } }] })

  const { runs } = await rehearseShop(plan, { fileName: 'plan.json', runs: 3 })

  expect(runs).toEqual({
    seeds: 3,
    verdicts: [1, 2, 3].map((seed) => ({ seed, verdict: 'uncertain' })),
    stable_calls: ['shop:find_item (line 1, column 11)'],
    branch_dependent_calls: [],
  })
})

test('everything but the verdict is of the first seed, and the worst verdict counts', async () => {
  // Just one of the seeds throws, and not the first.
  const plan = 'const n = Math.random(); if (n > params.limit) throw new Error("too much"); return n'
  const numbers = await Promise.all(
    [1, 2, 3, 4].map(async (seed) =>
      Number((await rehearseShop(plan, { seed, params: { limit: 1 } })).simulated_result),
    ),
  )
  const [first = 0, ...others] = numbers
  const largest = Math.max(...others)
  const params = { limit: (Math.max(first, ...others.filter((n) => n < largest)) + largest) / 2 }
  expect(first).toBeLessThan(largest)

  const alone = await rehearseShop(plan, { params })
  const report = await rehearseShop(plan, { params, runs: 4 })

  const seed = numbers.indexOf(largest) + 1
  expect(alone.verdict).toBe('pass')
  expect(report).toEqual({
    ...alone,
    verdict: 'fail',
    validation: {
      ...alone.validation,
      findings: [
        {
          code: 'SEED_MATTERS',
          severity: 'error',
          certain: true,
          message: `With the seed ${seed} the verdict is "fail" (it threw Error: too much): rehearse with that seed to see why`,
        },
      ],
    },
    runs: {
      seeds: 4,
      verdicts: [1, 2, 3, 4].map((each) => ({ seed: each, verdict: each === seed ? 'fail' : 'pass' })),
      stable_calls: [],
      branch_dependent_calls: [],
    },
  })
})

test('the same seeds give the same report, byte for byte, and only the first is traced', async () => {
  const traced: TraceEvent[][] = [[], []]
  const reports = await Promise.all(
    traced.map((events) =>
      rehearseShop(BRANCHES, { runs: 4, seed: 5, onTrace: (event) => events.push(event) }),
    ),
  )

  expect(JSON.stringify(reports[1])).toBe(JSON.stringify(reports[0]))
  expect(traced[0]?.length).toBe((reports[0]?.calls.length ?? 0) * 2)
})

test('one run is an ordinary rehearsal', async () => {
  expect(await rehearseShop(BRANCHES, { runs: 1 })).toEqual(await rehearseShop(BRANCHES))
})

test.each([0, -1, 1.5, 33, Number.NaN])('%d runs are refused', async (runs) => {
  await expect(rehearseShop(BRANCHES, { runs })).rejects.toMatchObject({
    code: 'USAGE',
    message: `Cannot rehearse with ${runs} seeds: it is no whole number from 1 to 32`,
  })
})

test('the schema of the report accepts what several seeds say, and nothing near it', async () => {
  const report = JSON.parse(JSON.stringify(await rehearseShop(BRANCHES, { runs: 4 })))

  expect(issuesOf(report)).toEqual([])
  for (const runs of [null, {}, { ...report.runs, seeds: 1 }, { ...report.runs, more: 1 }]) {
    expect(issuesOf({ ...report, runs })).not.toEqual([])
  }
})

function issuesOf(report: JsonValue) {
  const text = readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8')
  const compilation = createSchemaCompiler().compile(parseJson(text, 'the schema of the report'))
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.check(report)
}
