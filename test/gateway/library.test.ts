/** `createGateway` as a library: what works in anyone's CI, and what is refused. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stub } from '../../src/call/index.js'
import { createGateway } from '../../src/gateway/public.js'
import { verifies } from '../verifies.js'
import { createNotes, fixture, notesGateway, WORKFLOW } from './notes-gateway.js'

verifies('gateway:choices-honoured')

describe('createGateway', () => {
  test.each<[object, RegExp]>([
    [{ stor: 'x' }, /the option "stor": there is none of that name/],
    [{ mode: 'dryrun' }, /the mode "dryrun"/],
    [{ toolNames: 'short' }, /the toolNames "short"/],
    [{ config: undefined }, /without servers/],
    [{ config: 'none.json' }, /Cannot read the config "none\.json": there is no such file/],
    [{ only: ['other'] }, /Cannot front the server "other": the config names no such server/],
    [{ policy: { rules: [{ tool: 'notes:*', decision: 'deny' }] } }, /Cannot read the policy|unknown key/],
    [{ policy: { rules: [] }, lock: 'none.json' }, /Cannot read the lock/],
    [{ stubs: 'none.yaml' }, /Cannot read the stubs/],
    [{ settings: 'none.json' }, /Cannot read the settings/],
  ])('refuses %j', async (options, message) => {
    using notes = createNotes()

    await expect(notesGateway(notes, options)).rejects.toThrow(message)
  })

  test('says which option was meant', async () => {
    using notes = createNotes()

    await expect(notesGateway(notes, { tool_names: 'plain' } as object)).rejects.toMatchObject({
      hint: 'did you mean toolNames?',
    })
  })

  test('starts no server before one is needed, and closing twice is fine', async () => {
    const gateway = await createGateway({ config: { mcpServers: { gone: fixture('dies-at-start') } } })

    expect(gateway.health()).toMatchObject([{ server: 'gone', state: 'idle', sessions: 0 }])
    await gateway.close()
    await gateway.close()
  })

  test('never starts itself, where its file names it too', async () => {
    using notes = createNotes()
    const { mcpServers } = notes.config
    const itself = { command: 'understudy', args: ['gateway', '--config', 'servers.json'] }
    const file = join(notes.folder, 'servers.json')
    writeFileSync(file, JSON.stringify({ mcpServers: { ...mcpServers, itself } }))
    await using gateway = await notesGateway(notes, { config: 'servers.json' })

    expect(gateway.health().map(({ server }) => server)).toEqual(['notes'])
    await expect(notesGateway(notes, { config: 'servers.json', only: ['itself'] })).rejects.toThrow(
      'Cannot front the server "itself": it is this gateway',
    )
  })

  test('is closed at once by a signal that was aborted before', async () => {
    using notes = createNotes()
    const gateway = await notesGateway(notes, { signal: AbortSignal.abort(new Error('too late')) })

    await expect(gateway.callTool('notes:read_note', { id: 'welcome' })).rejects.toMatchObject({
      code: 'ALREADY_CLOSED',
    })
    expect(notes.calls()).toEqual([])
  })

  test('goes on without a server that cannot be started, and tells so', async () => {
    using notes = createNotes()
    const { mcpServers } = notes.config
    await using gateway = await notesGateway(notes, {
      config: { mcpServers: { ...mcpServers, gone: fixture('dies-at-start') } },
    })

    const report = await gateway.executeDag({ tasks: [WORKFLOW.tasks[0]] })
    const rehearsal = await gateway.executeDag(
      { tasks: [{ id: 'a', tool: 'gone:tool', arguments: {} }] },
      { dry_run: true },
    )

    expect(report).toMatchObject({ ended: 'completed', tools_called: ['notes:read_note'] })
    expect(rehearsal).toMatchObject({
      verdict: 'uncertain',
      validation: {
        missing_tools: [],
        findings: [{ code: 'SERVER_UNAVAILABLE' }, { code: 'ARGUMENTS_UNCHECKED' }],
      },
    })
  })
})

describe('a gateway', () => {
  test('rehearses with several seeds, and from text as from data', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes)
    const program = `if (Math.random() < 0.5) await mcp.notes.write_note({ id: 'a', text: 'b' })
return (await mcp.notes.read_note({ id: 'welcome' })).text`
    const yaml = 'tasks:\n  - { id: read, tool: "notes:read_note", arguments: { id: [1] } }\n'

    const code = await gateway.executeCode(program, { dry_run: true, seed: 1, runs: 8, now: 0 })
    const dag = await gateway.executeDag(yaml, { dry_run: true, now: '2026-01-31T12:00:00Z' })

    expect(code.runs).toMatchObject({
      seeds: 8,
      // Chance comes from the time too: at this one the note is written in several runs, and not with the same answer.
      stable_calls: [expect.stringContaining('notes:read_note')],
      branch_dependent_calls: [expect.stringContaining('notes:write_note')],
    })
    expect(dag).toMatchObject({
      verdict: 'fail',
      now: '2026-01-31T12:00:00.000Z',
      validation: {
        type_errors: [{ tool: 'notes:read_note', arg: 'id', expected: 'string', got: 'array' }],
      },
    })
    expect(notes.calls()).toEqual([])
  })

  test('refuses what belongs to a rehearsal in a real run, and runs nothing then', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes)
    const choices = [
      { seed: 1 },
      { runs: 2 },
      { now: 0 },
      { dry_run: 1 },
      { dry_run: undefined },
      { dryRun: true },
    ]

    for (const choice of choices)
      await expect(gateway.executeDag(WORKFLOW, choice as object)).rejects.toMatchObject({ code: 'USAGE' })
    await expect(gateway.callTool('read_note')).rejects.toThrow('a tool is named SERVER:TOOL')

    expect(notes.calls()).toEqual([])
  })

  test('answers by its stubs before anything else where nothing is called', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes, {
      mode: 'dry',
      stubs: [
        { tool: 'notes:delete_note', outcome: { kind: 'result', content: [{ type: 'text', text: 'gone' }] } },
      ],
    })

    const call = await gateway.callTool('notes:delete_note', { id: 'welcome' })
    const report = await gateway.executeCode("return await mcp.notes.delete_note({ id: 'welcome' })", {
      dry_run: true,
    })

    expect(call).toMatchObject({ provenance: { source: 'stub' } })
    expect(report).toMatchObject({ verdict: 'pass', simulated_result: 'gone' })
  })

  test('tells of its stubs those that missed the calls of a plan, and not those of other plans', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes, {
      mode: 'dry',
      stubs: [
        stub('notes:read_note', { result: { id: 'a', text: 'b' } }, { arguments: { id: 'a' } }),
        stub('notes:delete_note', { result: 'gone' }),
        stub('notes:read_not', { result: 'gone' }),
      ],
    })

    const { validation } = await gateway.executeCode("return await mcp.notes.read_note({ id: 'b' })", {
      dry_run: true,
    })

    expect(validation.findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringContaining('STUB_TOOL_MISSING A stub is for a tool that does not exist: notes:read_not'),
      expect.stringContaining('STUB_UNUSED Stub 1 of 3, of notes:read_note, was never used'),
    ])
  })
})
