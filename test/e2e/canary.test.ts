/** No rehearsal reaches a server. The canary writes down every call it gets. */
import { describe, expect, test } from 'vitest'
import { chainAnswerers, outcomeValue, type ToolCall } from '../../src/call/index.js'
import { prepareProgram } from '../../src/program/index.js'
import { createDenoSandbox, type GuestReply } from '../../src/sandbox/index.js'
import { liveAnswerer } from '../../src/session/index.js'
import { startServer } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createProject } from './project.js'

verifies('rehearsal:touches-nothing', 'adr:no-side-effects')

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
  test.each([
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
    expect(report.contacted).toEqual([{ server: 'notes', for: 'tools/list' }])
    expect(project.canaryCalls()).toEqual([])
  })

  test('hears every call of the same program when it is run for real', async () => {
    using project = createProject()
    await using server = await startServer('canary', { env: { CANARY_LOG: `${project.folder}/canary.log` } })
    await using sandbox = await createDenoSandbox({ poolSize: 0 })
    const prepared = await prepareProgram(PROGRAM, { fileName: 'plan.ts' })
    if (prepared.kind === 'invalid') throw new Error('the program is valid')
    const live = chainAnswerers([liveAnswerer(new Map([['notes', server.session]]))])

    const run = await sandbox.run({
      code: prepared.program.code,
      fileName: 'plan.ts',
      params: {},
      world: { kind: 'virtual', seed: 1, startMs: 0 },
      answer: async ({ n, server: name, tool, arguments: args = {} }) =>
        reply({ n, server: name, tool, arguments: args }),
    })

    expect(run).toMatchObject({ ended: 'completed', result: 'hello' })
    expect(project.canaryCalls().map((line) => JSON.parse(line).name)).toEqual([
      'read_note',
      'write_note',
      'delete_note',
    ])

    async function reply(call: ToolCall): Promise<GuestReply> {
      const { outcome } = await live(call)
      if (outcome.kind !== 'result') throw new Error(`the canary said no to ${call.tool}`)
      return { kind: 'value', value: outcomeValue(outcome), elapsedMs: 0 }
    }
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
    const report = await project.dryRun('plan.ts', '--config', '.mcp.json')

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
