/** `understudy stubs init`: a file of stubs to begin with, which nothing rests on before somebody vouches for it. */
import { expect, test } from 'vitest'
import { createProject } from './project.js'

const TOOLS = JSON.stringify({
  server: 'shop',
  tools: [{ name: 'order', inputSchema: { type: 'object' } }],
})

test('drafts have what a plan reads, answer nothing, and answer when they are drafts no more', async () => {
  using project = createProject()
  project.write('tools.json', TOOLS)
  project.write('plan.ts', 'const { id } = await mcp.shop.order({ name: "tea" })\nreturn id.length')
  const given = ['--tools', 'tools.json', '--stubs', 'stubs.yaml'] as const

  const made = await project.understudy(
    ...['stubs', 'init', 'plan.ts', '--tools', 'tools.json', '--out', 'stubs.yaml'],
  )
  const drafts = project.read('stubs.yaml')
  const before = await project.understudy('dry-run', 'plan.ts', ...given)
  project.write('stubs.yaml', drafts.replace('  draft: true\n', ''))
  const after = await project.dryRun('plan.ts', ...given)
  const rest = await project.understudy('stubs', 'init', 'plan.ts', ...given)

  expect(made).toEqual({ exit: 0, stdout: '', stderr: expect.stringContaining('Wrote stubs.yaml: 1 draft') })
  expect(drafts).toContain(
    '- tool: "shop:order" # line 1\n  arguments: {"name":"tea"}\n  result: {"id":"id"}\n',
  )
  expect(before.stdout).toMatch(/^UNCERTAIN/)
  expect(before.stderr).toContain('1 stub of stubs.yaml is a draft and answers nothing')
  expect(after).toMatchObject({ verdict: 'pass', simulated_result: 2 })
  expect(rest.stdout).toBe('# Every call of plan.ts is answered: there is nothing to stub.\n[]\n')
})

test('a workflow has drafts of what its tasks refer to', async () => {
  using project = createProject()
  project.write('tools.json', TOOLS)
  project.write(
    'plan.yaml',
    'tasks:\n  - { id: a, tool: "shop:order", arguments: { name: tea } }\n  - { id: b, tool: "shop:order", arguments: { name: "$OUTPUT[a].items[0].id" } }',
  )

  const { stdout } = await project.understudy('stubs', 'init', 'plan.yaml', '--tools', 'tools.json')

  expect(stdout).toContain('  arguments: {"name":"tea"}\n  result: {"items":[{"id":"id"}]}\n  draft: true\n')
})
