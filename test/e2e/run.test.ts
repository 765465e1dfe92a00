/** `understudy run`: rehearses, shows, asks once, and runs what was rehearsed. */
import { expect, test } from 'vitest'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

const PLAN = "await mcp.notes.write_note({ id: 'a', text: 'hi' })\nreturn 'done'\n"
const WRITTEN = ['{"name":"write_note","arguments":{"id":"a","text":"hi"}}']

test('asks once, with every argument, and runs what was said yes to', async () => {
  verifies('receipt:one-question')
  const asked: string[] = []
  using project = withPlan({
    ask: async (question) => {
      asked.push(question)
      return 'yes'
    },
  })

  const { exit, stdout, stderr } = await run(project)

  expect([exit, stdout]).toEqual([0, expect.stringContaining('COMPLETED  plan.ts')])
  expect(stderr).toMatch(/^Run [0-9a-f]{16}$/m)
  expect(asked).toEqual([expect.stringContaining('{"id":"a","text":"hi"}')])
  expect(project.canaryCalls()).toEqual(WRITTEN)
})

test('runs nothing where the answer is no, where nobody can be asked, and where the rehearsal fails', async () => {
  using refused = withPlan({ ask: () => Promise.resolve('n') })
  using alone = withPlan()
  using wrong = withPlan({ ask: () => Promise.resolve('y') })
  wrong.write('plan.ts', 'await mcp.notes.wirte_note({})')

  expect((await run(refused)).exit).toBe(4)
  const { exit, stderr } = await run(alone)
  expect([exit, stderr]).toEqual([4, expect.stringContaining('{"id":"a","text":"hi"}')])
  expect(stderr).toContain('nobody can be asked here')
  expect((await run(wrong)).exit).toBe(1)
  expect([refused, alone, wrong].flatMap((each) => each.canaryCalls())).toEqual([])
})

test("takes the policy's word where nobody can be asked", async () => {
  using project = withPlan()
  project.write('policy.yaml', 'rules:\n  - { tools: "notes:write_note", decision: allow }\n')

  expect((await run(project, '--policy', 'policy.yaml')).exit).toBe(0)
  expect(project.canaryCalls()).toEqual(WRITTEN)
})

test('runs by a receipt once, and tells a program why not', async () => {
  verifies('receipt:once', 'gateway:receipts')
  using project = withPlan()
  await project.understudy(
    'dry-run',
    'plan.ts',
    '--config',
    '.mcp.json',
    '--copy',
    'never',
    '--receipt',
    'r.json',
  )

  const first = await run(project, '--receipt', 'r.json', '--format', 'json')
  const second = await run(project, '--receipt', 'r.json', '--format', 'json')

  expect(JSON.parse(first.stdout)).toMatchObject({
    format: 'understudy.run/1',
    receipt: JSON.parse(project.read('r.json')).id,
    ended: 'completed',
  })
  expect([first.exit, second.exit]).toEqual([0, 4])
  expect(JSON.parse(second.stderr.split('\n').at(-2) ?? '')).toMatchObject({
    error: { code: 'RECEIPT_REFUSED' },
  })
  expect(project.canaryCalls()).toEqual(WRITTEN)
})

test('says that a receipt was used, also where the run of it changed what the plan names', async () => {
  using project = withPlan()
  project.write('a.txt', 'one')
  project.write('plan.ts', PLAN.replace("id: 'a'", "id: 'a.txt'"))
  await project.understudy(
    ...['dry-run', 'plan.ts', '--config', '.mcp.json', '--copy', 'never', '--receipt', 'r.json'],
  )
  const first = await run(project, '--receipt', 'r.json')
  project.write('a.txt', 'two')

  const second = await run(project, '--receipt', 'r.json')

  expect([first.exit, second.exit]).toEqual([0, 4])
  expect(second.stderr).toContain('It was spent before by the run')
  expect(second.stderr).not.toContain('a.txt')
})

test('ends with 4 before what was not rehearsed', async () => {
  using project = withPlan()
  project.write(
    'plan.ts',
    `${PLAN.split('\n')[0]}\nif (Date.now() > 1_700_000_000_000) await mcp.notes.delete_note({ id: 'a' })\n`,
  )
  await project.understudy(
    ...['dry-run', 'plan.ts', '--config', '.mcp.json', '--copy', 'never'],
    ...['--now', '2020-01-01T00:00:00Z', '--receipt', 'r.json'],
  )

  const { exit, stdout } = await run(project, '--receipt', 'r.json', '--no-as-rehearsed')

  expect([exit, stdout]).toEqual([
    4,
    expect.stringContaining('notes:delete_note at 2:53 was not called in the rehearsal'),
  ])
  expect(project.canaryCalls()).toEqual(WRITTEN)
})

test('refuses what is no receipt', async () => {
  using project = withPlan()
  project.write('r.json', '{}')

  const { exit, stderr } = await run(project, '--receipt', 'r.json')

  expect([exit, stderr]).toEqual([2, expect.stringContaining('Cannot read the receipt r.json')])
})

function withPlan(options: Parameters<typeof createProject>[0] = {}): Project {
  const project = createProject(options)
  project.write('plan.ts', PLAN)
  return project
}

function run(project: Project, ...args: readonly string[]) {
  const rehearses = args.includes('--receipt') ? [] : ['--copy', 'never']
  return project.understudy('run', 'plan.ts', '--config', '.mcp.json', '--no-store', ...rehearses, ...args)
}
