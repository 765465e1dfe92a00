/** No rehearsal reaches a server. The canary writes down every call it gets. */
import { describe, expect, test } from 'vitest'
import { chainAnswerers } from '../../src/call/index.js'
import { runPlan } from '../../src/gateway/runs/run-plan.js'
import { createRedactor } from '../../src/recording/index.js'
import { createRegistry } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { liveAnswerer } from '../../src/session/index.js'
import { whyNoCopies } from '../copy/disposable-world.js'
import { startServer } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createProject } from './project.js'

verifies('rehearsal:touches-nothing', 'adr:no-side-effects')

/** CI takes a skip for a failure. */
const NO_COPIES = whyNoCopies() !== undefined

const PROGRAM = `const note = await mcp.notes.read_note({ id: 'welcome' })
await mcp.notes.write_note({ id: 'copy', text: note.text })
await mcp.notes.delete_note({ id: 'welcome' })
return note.text
`

const WORKFLOW = `tasks:
  - { id: read, tool: "notes:read_note", arguments: { id: welcome } }
  - { id: write, tool: "notes:write_note", arguments: { id: copy, text: "$OUTPUT[read].text" } }
  - { id: delete, tool: "notes:delete_note", arguments: { id: welcome }, depends_on: [write] }
`

describe('the canary', () => {
  test.skipIf(NO_COPIES)('hears nothing of a plan that is rehearsed in several copies', async () => {
    using project = createProject()
    project.write('plan.ts', PROGRAM)

    const { verdict, runs } = await project.dryRun('plan.ts', '--runs', '3', '--config', '.mcp.json')

    expect({ verdict, runs }).toMatchObject({
      verdict: 'pass',
      runs: { seeds: 3, branch_dependent_calls: [] },
    })
    expect(runs?.stable_calls).toHaveLength(3)
    expect(project.canaryCalls()).toEqual([])
  })

  test('hears nothing of a plan that is rehearsed with several seeds', async () => {
    using project = createProject()
    project.write('plan.ts', PROGRAM)

    const seeds = ['--runs', '3', '--copy', 'never', '--config', '.mcp.json']
    const { runs } = await project.dryRun('plan.ts', ...seeds)
    const { stdout } = await project.understudy('dry-run', 'plan.ts', ...seeds)

    expect(runs).toMatchObject({ seeds: 3, branch_dependent_calls: [] })
    expect([...(runs?.stable_calls ?? []), ...(runs?.undetermined_calls ?? [])]).toHaveLength(3)
    expect(stdout).toMatch(/Rehearsed with 3 seeds: \d calls? (was|were) the same each time/)
    expect(project.canaryCalls()).toEqual([])
  })

  test.skipIf(NO_COPIES).each([
    ['program', 'plan.ts', PROGRAM],
    ['workflow', 'plan.yaml', WORKFLOW],
  ])('hears nothing of a rehearsed %s that reads, writes and deletes', async (_, file, text) => {
    using project = createProject()
    project.write(file, text)

    const report = await project.dryRun(file, '--config', '.mcp.json')

    expect(report.calls.map(({ tool }) => tool)).toEqual([
      'notes:read_note',
      'notes:write_note',
      'notes:delete_note',
    ])
    expect(report.contacted).toEqual([{ server: 'notes', for: 'tools/list', in: 'copy' }])
    expect(report.calls.map(({ source }) => source)).toEqual(['copy', 'copy', 'copy'])
    // Its log stands in the copy, with a line a call, and nowhere else.
    expect(report.effects?.own).toEqual(['canary.log'])
    expect(project.canaryCalls()).toEqual([])
  })

  test.each([
    ['program', 'plan.ts', PROGRAM],
    ['workflow', 'plan.yaml', WORKFLOW],
  ])('hears every call of the same %s, once, when it is run for real', async (_, file, text) => {
    verifies('adr:live-mode')
    using project = createProject()
    await using server = await startServer('canary', { env: { CANARY_LOG: `${project.folder}/canary.log` } })
    const { session } = server
    const tools = await session.listTools()

    const report = await runPlan(text, file, {
      registry: createRegistry([{ server: 'notes', tools }], createSchemaCompiler()),
      chain: chainAnswerers([liveAnswerer(new Map([['notes', session]]))]),
      redactor: createRedactor({ secrets: [] }),
    })

    expect(report).toMatchObject({
      ended: 'completed',
      calls: [
        { value: { id: 'welcome', text: 'hello' } },
        { value: { written: true } },
        { value: 'Deleted welcome' },
      ],
    })
    expect(project.canaryCalls().map((line) => JSON.parse(line))).toEqual([
      { name: 'read_note', arguments: { id: 'welcome' } },
      { name: 'write_note', arguments: { id: 'copy', text: 'hello' } },
      { name: 'delete_note', arguments: { id: 'welcome' } },
    ])
  })

  test.each([
    ['program', 'plan.ts', PROGRAM],
    ['workflow', 'plan.yaml', WORKFLOW],
  ])('finds no file made or changed by a rehearsed %s, the store included', async (_, file, text) => {
    using project = createProject()
    project.write(file, text)
    await project.understudyProcess(
      'call',
      'notes:read_note',
      'id=welcome',
      '--store',
      '--config',
      '.mcp.json',
    )
    const before = project.files()

    const run = await project.understudyProcess('dry-run', file, '--config', '.mcp.json')

    expect(run.exit).toBe(0)
    expect(Object.keys(before)).toContain('.understudy/recordings.db')
    expect(project.files()).toEqual(before)
  })

  test('hears exactly the calls that are made for real to be recorded, and none when they are replayed', async () => {
    using project = createProject()
    project.write('plan.ts', PROGRAM)

    const call = await project.understudy(
      'call',
      'notes:read_note',
      'id=welcome',
      '--store',
      '--config',
      '.mcp.json',
    )
    const report = await project.dryRun('plan.ts', '--copy', 'never', '--config', '.mcp.json')

    expect(call.exit).toBe(0)
    expect(report.calls[0]).toMatchObject({
      source: 'recording',
      value: { id: 'welcome', text: 'hello' },
      invented: false,
    })
    expect(report.validation).toMatchObject({ cache_hits: 1, cache_misses: 2 })
    expect(project.canaryCalls()).toHaveLength(1)
  })
})
