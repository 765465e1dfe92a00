/** What is told of ways back before a run, and `runs undo` as a person uses it. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../src/plan/index.js'
import { whyNoCopies } from '../copy/disposable-world.js'
import { createProject, type Project, type ProjectOptions } from '../e2e/project.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

const reason = whyNoCopies()
const PLAN = `await mcp.s.sh({ script: 'echo two > f; echo new > g' })
await mcp.s.sh({ script: 'true' })
`

describe.skipIf(reason !== undefined)(`ways back${reason === undefined ? '' : ` (${reason})`}`, () => {
  test('are told by the report and by the question, and what is asked for once is put back', async () => {
    verifies('undo:told-before', 'undo:safe')
    const asked: string[] = []
    const answers = ['y', 'no', 'y']
    using project = withPlan({
      ask: async (question) => {
        asked.push(question)
        return answers.shift() ?? ''
      },
    })

    const run = await project.understudy('run', 'plan.ts', '--config', '.mcp.json', '--no-store')
    const id = /^Run ([0-9a-f]{16})$/m.exec(run.stderr)?.[1] ?? ''
    const shown = await project.understudy('runs', 'show', id)
    const refused = await project.understudy('runs', 'undo', id)
    const undone = await project.understudy('runs', 'undo', id)
    const again = await project.understudy('runs', 'undo', id, '--yes')

    expect([run.exit, run.stderr]).toEqual([0, expect.stringContaining('1 of 2 effects has no way back')])
    expect(asked[0]).toContain(
      '1 of 2 effects has no way back:\n    call 2, s:sh: it changed no file in its copy: what it did, if anything, is in the memory of its server',
    )
    expect(shown.stdout).toContain(`Way back: understudy runs undo ${id} puts back 2 places`)
    expect([refused.exit, refused.stderr]).toEqual([4, expect.stringContaining('put back    files/f')])
    expect([undone.exit, undone.stdout]).toEqual([0, expect.stringContaining(`${id}: 2 places put back`)])
    expect(undone.stdout).toContain('A server that is still running may remember')
    expect([again.exit, again.stdout]).toEqual([0, `${id}: nothing to put back, 2 as before already\n`])
    expect(project.read('files/f')).toBe('one\n')
    expect(Object.keys(project.files()).filter((path) => path.startsWith('files/'))).toEqual(['files/f'])
  })

  test('are required by a policy: a run that has none is refused before it begins, with which and why', async () => {
    verifies('undo:told-before')
    using project = withPlan({ ask: () => Promise.resolve('y') })
    project.write('policy.yaml', 'require_undo: [destructive]\nrules: []\n')
    const run = (): ReturnType<Project['understudy']> =>
      project.understudy('run', 'plan.ts', '--config', '.mcp.json', '--no-store', '--policy', 'policy.yaml')

    const refused = await run()
    project.write('plan.ts', "await mcp.s.sh({ script: 'echo two > f' })\n")
    const allowed = await run()

    expect([refused.exit, refused.stderr]).toEqual([
      4,
      expect.stringContaining(
        'The policy requires a way back, and call 2 (s:sh, destructive) has none: it changed no file in its copy',
      ),
    ])
    expect(allowed.exit).toBe(0)
  })

  test('are refused while the run is under way', async () => {
    verifies('undo:safe')
    let tellListed: (id: string) => void = () => undefined
    const listed = new Promise<string>((resolve) => {
      tellListed = resolve
    })
    using project = withPlan({
      ask: () => {
        project.write('gate', '')
        return Promise.resolve('y')
      },
      onStderr: (text) => {
        const id = /^Run ([0-9a-f]{16})$/m.exec(text)?.[1]
        if (id !== undefined) tellListed(id)
      },
    })
    const isShut = JSON.stringify(`while [ -e ${join(project.folder, 'gate')} ]; do sleep 0.05; done`)
    project.write(
      'plan.ts',
      `await mcp.s.sh({ script: 'echo two > f' })\nawait mcp.s.sh({ script: ${isShut} })\n`,
    )

    const running = project.understudy('run', 'plan.ts', '--config', '.mcp.json', '--no-store')
    const id = await listed
    await expect.poll(() => project.read('files/f')).toBe('two\n')
    const refused = await project.understudy('runs', 'undo', id, '--yes')
    rmSync(join(project.folder, 'gate'))
    const { exit } = await running
    const undone = await project.understudy('runs', 'undo', id, '--yes')

    expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining('it is under way')])
    expect([exit, undone.exit, project.read('files/f')]).toEqual([0, 0, 'one\n'])
  })

  test('are limited: what is more than is kept is told before, and undo is refused where nothing is', async () => {
    verifies('undo:told-before')
    using project = withPlan({ ask: () => Promise.resolve('y') })
    project.write('understudy.yaml', 'undo: { megabytes: 0 }\n')

    const run = await project.understudy(
      ...['run', 'plan.ts', '--config', '.mcp.json', '--no-store', '--settings', 'understudy.yaml'],
    )
    const id = /^Run ([0-9a-f]{16})$/m.exec(run.stderr)?.[1] ?? ''
    const undo = await project.understudy('runs', 'undo', id, '--yes')
    const left = project.read('files/f')
    project.write('files/f', 'one\n')
    await project.understudy(
      ...[
        'dry-run',
        'plan.ts',
        '--config',
        '.mcp.json',
        '--settings',
        'understudy.yaml',
        '--receipt',
        'r.json',
      ],
    )
    const { effects } = JSON.parse(project.read('r.json')) as Pick<Receipt, 'effects'>

    expect(run.stderr).toContain('2 of 2 effects have no way back')
    expect(effects[0]?.no_way_back).toContain('nothing is kept of before, by the settings')
    expect([undo.exit, undo.stderr]).toEqual([
      2,
      expect.stringContaining('nothing is kept here of what it changed'),
    ])
    expect(left).toBe('two\n')
  })
})

function withPlan(options: ProjectOptions): Project {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
  const vault: Record<string, string> = { ...env }
  const project = createProject({ ...options, env: vault })
  vault.UNDERSTUDY_UNDO_DIR = join(project.folder, 'vault')
  vault.XDG_CONFIG_HOME = join(project.folder, 'config')
  const { command, args = [] } = fixture('shell', [join(project.folder, 'files')])
  project.write('.mcp.json', JSON.stringify({ mcpServers: { s: { command, args } } }))
  mkdirSync(join(project.folder, 'files'))
  project.write('files/f', 'one\n')
  project.write('plan.ts', PLAN)
  return project
}
