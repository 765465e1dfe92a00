/** A member that a plan breaks on, of a tool that declares nothing, and that no recorded answer of it has. */
import { afterAll, expect, test } from 'vitest'
import { type Report, rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { closeOneGuest, oneGuest } from '../one-guest.js'
import { recordedCalls } from '../recorded-world.js'

verifies('rehearsal:members-never-recorded')

afterAll(closeOneGuest)

const SERVERS = [
  {
    server: 'jobs',
    tools: ['look', 'start'].map((name) => ({ name, inputSchema: { type: 'object' as const } })),
  },
]
const CODE = 'RESULT_MEMBER_MISSING'

async function rehearsed(plan: string, fileName = 'plan.js'): Promise<Report> {
  const says = { state: 'done', looks: 2, list: [] }
  return await rehearse(plan, {
    ...{ tools: SERVERS, fileName, now: '2026-01-02T03:04:05.000Z', sandbox: await oneGuest() },
    store: await recordedCalls(SERVERS, [{ server: 'jobs', tool: 'look', arguments: {}, says }]),
  })
}

function toldOf({ validation }: Report) {
  return validation.findings.filter(({ code }) => code === CODE)
}

test('it is told with those that there are, and not for certain', async () => {
  const report = await rehearsed(
    'await mcp.jobs.start({})\nconst job = await mcp.jobs.look({})\nreturn job.look.length',
  )

  expect(report.verdict).toBe('uncertain')
  expect(toldOf(report)).toEqual([
    {
      ...{ code: CODE, severity: 'error', certain: false },
      message:
        'jobs:look was never recorded to answer with "look": 1 recorded answer has "state", "looks", "list" there; did you mean "looks"?',
      ...{ line: 3, column: 12 },
    },
  ])
})

test('a workflow that refers to it fails there, and is told so', async () => {
  const report = await rehearsed(
    'tasks:\n  - { id: start, tool: "jobs:start" }\n  - { id: job, tool: "jobs:look", depends_on: [start] }\n  - { id: next, tool: "jobs:start", arguments: { n: "$OUTPUT[job].seen" } }\n',
    'plan.yaml',
  )

  expect(report.verdict).toBe('uncertain')
  expect(toldOf(report)).toEqual([expect.objectContaining({ severity: 'error', certain: false })])
})

test.each([
  ['a member that is there', 'return (await mcp.jobs.look({})).state.length'],
  ['one that is looked for first', "return (await mcp.jobs.look({})).look?.length ?? 'none'"],
  ['an item of a list, which may be longer', 'return String((await mcp.jobs.look({})).list[0].id)'],
])('nothing is told of %s', async (_, read) => {
  expect(toldOf(await rehearsed(`await mcp.jobs.start({})\n${read}`))).toEqual([])
})
