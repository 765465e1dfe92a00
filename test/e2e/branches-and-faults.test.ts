/** `dry-run --runs` and `--faults`: what the command line hands on, and what its report says of it. */
import { expect, test } from 'vitest'
import { verifies } from '../verifies.js'
import { createProject } from './project.js'

verifies('rehearsal:branches', 'rehearsal:faults')

const TOOLS = JSON.stringify({
  server: 's',
  tools: [
    {
      name: 'count',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      annotations: { readOnlyHint: true },
    },
    { name: 'add', inputSchema: { type: 'object' }, annotations: { destructiveHint: false } },
    { name: 'wipe', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } },
  ],
})
const PLAN = `const { n } = await mcp.s.count({})
await mcp.s.add({})
if (n === 4711) await mcp.s.wipe({})
return 'done'`

function createPlan() {
  const project = createProject()
  project.write('tools.json', TOOLS)
  project.write('plan.ts', PLAN)
  return project
}

test('--runs tells which calls hang on a value, and which', async () => {
  using project = createPlan()

  const report = await project.dryRun('plan.ts', '--tools', 'tools.json', '--runs', '4')

  expect(report.branches?.always.map(({ tool }) => tool)).toEqual(['s:count', 's:add'])
  expect(report.branches?.hanging).toMatchObject([
    {
      ...{ tool: 's:wipe', line: 3, effect: 'destructive', on: 'answer', call: 1 },
      ...{ behind: { line: 3, text: 'n === 4711' }, values: { made: 4711 } },
    },
  ])
  expect(report.faults).toBeUndefined()
})

test('--faults lets each call fail in turn, before its effect and after it', async () => {
  using project = createPlan()

  const report = await project.dryRun('plan.ts', '--tools', 'tools.json', '--faults')

  const trials = report.faults?.trials.map(({ call, fault, done }) => [call, fault, done])
  expect(trials).toEqual(
    expect.arrayContaining([
      [1, 'tool_error', []],
      [2, 'timeout_before', []],
      [2, 'timeout_after', [2]],
    ]),
  )
  expect(report.branches).toBeUndefined()
})

test.each([
  ['--runs', '0'],
  ['--runs', '33'],
  ['--runs', 'many'],
])('%s %s is refused, and nothing is rehearsed', async (...args) => {
  using project = createPlan()

  const { exit, stdout, stderr } = await project.understudy(
    'dry-run',
    'plan.ts',
    '--tools',
    'tools.json',
    ...args,
  )

  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
  expect(stderr).toContain(args[1])
})
