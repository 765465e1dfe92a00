/** Rehearsals with several seeds: the worst verdict counts, and what hangs on the seed is told. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type JsonObject, type JsonValue, parseJson } from '../../src/base/index.js'
import { stub, type TraceEvent } from '../../src/call/index.js'
import { createRegistry } from '../../src/registry/index.js'
import { summaryLines } from '../../src/report/summary.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { verifies } from '../verifies.js'
import { rehearseShop } from './shop.js'
import { untimed } from './untimed.js'

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

describe('a call that every seed makes is not called stable', () => {
  const answers = { of: { type: 'boolean' }, kind: { const: 'x' }, more: { type: 'string' } }
  const registry = createRegistry(
    [
      {
        server: 's',
        tools: [
          {
            name: 'ask',
            inputSchema: { type: 'object' },
            outputSchema: object({ ok: answers.of, kind: answers.kind }),
          },
          {
            name: 'wide',
            inputSchema: { type: 'object' },
            outputSchema: object({ ok: answers.of, more: answers.more }),
          },
          { name: 'unknown', inputSchema: { type: 'object' } },
          { name: 'end', inputSchema: { type: 'object' } },
        ],
      },
    ],
    createSchemaCompiler(),
  )
  const END = 's:end (line 2, column 13)'

  /** What the seeds alone tell, without other values for what is invented. */
  async function runsOf(first: string, runs: number, seed = 1) {
    const program = `${first}\nawait mcp.s.end({})`
    return (await rehearseShop(program, { tools: registry, runs, seed, budget: 0 })).runs
  }

  test('after an answer that is unknown', async () => {
    const runs = await runsOf('await mcp.s.unknown({})', 8)

    expect(runs).toMatchObject({ stable_calls: ['s:unknown (line 1, column 13)'], undetermined_calls: [END] })
  })

  test('after an answer of which a part was the same each time, and could have been another', async () => {
    // Of some two seeds beside each other the answer is the same, of some it is not.
    const pairs = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => runsOf('await mcp.s.wide({})', 2, seed)),
    )

    const told = pairs.map((runs) => [
      runs?.stable_calls.includes(END),
      runs?.undetermined_calls?.includes(END) ?? false,
    ])
    expect(told.every(([stable, undetermined]) => stable !== undetermined)).toBe(true)
    expect(told).toContainEqual([false, true])
    expect(await runsOf('await mcp.s.wide({})', 16)).toMatchObject({
      stable_calls: [expect.any(String), END],
    })
  })

  test('but is, where what stayed the same cannot be another', async () => {
    const runs = await runsOf('await mcp.s.ask({})', 16)

    expect(runs?.stable_calls).toEqual(['s:ask (line 1, column 13)', END])
    expect(runs).not.toHaveProperty('undetermined_calls')
  })

  test('but is, after answers that were given', async () => {
    const stubs = [stub('s:unknown', { result: 1 })]
    const program = 'await mcp.s.unknown({})\nawait mcp.s.end({})'

    const { runs } = await rehearseShop(program, { tools: registry, runs: 3, stubs })

    expect(runs?.stable_calls).toEqual(['s:unknown (line 1, column 13)', END])
  })

  test('in a workflow by what each task depends on', async () => {
    const tasks = [
      { id: 'a', tool: 's:unknown' },
      { id: 'b', tool: 's:end' },
      { id: 'c', tool: 's:end', depends_on: ['a'] },
    ]

    const { runs } = await rehearseShop(JSON.stringify({ tasks }, null, 1), {
      tools: registry,
      runs: 3,
      budget: 0,
      fileName: 'plan.json',
    })

    expect(runs?.stable_calls).toEqual(['s:unknown (line 3, column 3)', 's:end (line 7, column 3)'])
    expect(runs?.undetermined_calls).toEqual(['s:end (line 11, column 3)'])
  })

  test('and the report says so by its schema, and in a sentence', async () => {
    const report = await rehearseShop('await mcp.s.unknown({})\nawait mcp.s.end({})', {
      tools: registry,
      runs: 3,
      // Nothing is tried out but by the seeds.
      budget: 0,
    })

    expect(issuesOf(JSON.parse(JSON.stringify(report)))).toEqual([])
    expect(summaryLines(report)).toContain(
      'Rehearsed with 3 seeds: 1 call was the same each time, 1 came after an answer that was not tried out.',
    )
  })

  function object(properties: JsonObject) {
    return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  }
})

test('a workflow is rehearsed with each seed, too', async () => {
  const plan = JSON.stringify({ tasks: [{ id: 'find', tool: 'shop:find_item', arguments: { name: 'pen' } }] })

  const { runs } = await rehearseShop(plan, { fileName: 'plan.json', runs: 3, budget: 0 })

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

  // With variants chance would be tried, and no single seed be sure of anything.
  const alone = await rehearseShop(plan, { params, budget: 0 })
  const report = await rehearseShop(plan, { params, budget: 0, runs: 4 })

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
    branches: { runs: 7, always: [], hanging: [], never: [] },
  })
})

test('the same seeds give the same report, byte for byte, and only the first is traced', async () => {
  const traced: TraceEvent[][] = [[], []]
  const reports = await Promise.all(
    traced.map((events) =>
      rehearseShop(BRANCHES, { runs: 4, seed: 5, onTrace: (event) => events.push(event) }),
    ),
  )

  const [first, second] = reports.map((report) => JSON.stringify(untimed(report)))
  expect(second).toBe(first)
  expect(traced[0]?.length).toBe((reports[0]?.calls.length ?? 0) * 2)
})

test('one run is an ordinary rehearsal', async () => {
  const [one, other] = [await rehearseShop(BRANCHES, { runs: 1 }), await rehearseShop(BRANCHES)]

  expect(untimed(one)).toEqual(untimed(other))
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
