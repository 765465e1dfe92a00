/** Who answers the calls of a gateway, mode by mode. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../src/base/index.js'
import type { ApprovalQuestion } from '../../src/gateway/approvals/approve.js'
import { openCassetteStore, openMemoryStore, type RecordingStore } from '../../src/recording/index.js'
import { verifies } from '../verifies.js'
import { connect, createNotes, fixture, notesGateway, PROGRAM, WORKFLOW } from './notes-gateway.js'

verifies('gateway:modes', 'adr:traced-in-all-modes')

const WELCOME = { id: 'welcome' }
const HELLO = { id: 'welcome', text: 'hello' }

describe('pass-through', () => {
  test('gives calls to the server and its answers back, and rehearses nothing', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes, { mode: 'pass-through' })
    await using session = await connect(gateway)

    const tools = await session.listTools()
    const read = await session.callTool('notes__read_note', WELCOME)
    const wrong = await session.callTool('notes__read_note', { id: 'none' })
    const prompts = session.request('prompts/list')

    await expect(prompts).rejects.toMatchObject({ data: { code: -32601 } })
    expect(tools.map(({ name }) => name)).toEqual([
      'notes__read_note',
      'notes__write_note',
      'notes__delete_note',
    ])
    expect(read).toMatchObject({ kind: 'result', structured: HELLO })
    expect(wrong).toMatchObject({ kind: 'tool-error', content: [{ type: 'text', text: 'No note none' }] })
    await expect(gateway.executeDag(WORKFLOW, { dry_run: true })).rejects.toMatchObject({
      code: 'MODE_REFUSES',
    })
    expect(notes.calls()).toEqual(['read_note', 'read_note'])
  })
})

describe('record and replay', () => {
  test('answer the same, and only what was recorded: no server is started for a replay', async () => {
    using notes = createNotes()
    const store = join(notes.folder, 'recorded.jsonl')
    const said = await whileOpen(notesGateway(notes, { mode: 'record', store }), async (gateway) => {
      await using session = await connect(gateway)
      return [await session.listTools(), await session.callTool('notes__read_note', WELCOME)]
    })
    const mute = { mcpServers: { notes: fixture('dies-at-start') } }

    await using gateway = await notesGateway(notes, { mode: 'replay', store, config: mute })
    await using session = await connect(gateway)
    const replayed = [(await session.listTools()).filter(({ name }) => name.startsWith('notes__'))]
    const read = await session.callTool('notes__read_note', WELCOME)
    const other = await session.callTool('notes__read_note', { id: 'other' })
    const report = await gateway.executeDag({ tasks: [WORKFLOW.tasks[0]] }, { dry_run: true })

    expect([...replayed, read]).toEqual(said)
    expect(other).toMatchObject({ kind: 'rpc-error', message: expect.stringContaining('recorded') })
    expect(report).toMatchObject({ verdict: 'pass', calls: [{ source: 'recording', value: HELLO }] })
    await expect(gateway.executeDag(WORKFLOW)).rejects.toMatchObject({ code: 'MODE_REFUSES' })
    expect(notes.calls()).toEqual(['read_note'])
  })

  test('keep whole exchanges under the name of the command line, which a dry gateway then answers from', async () => {
    using notes = createNotes()
    const path = join(notes.folder, 'recorded.jsonl')
    await whileOpen(notesGateway(notes, { mode: 'record', store: path }), (gateway) =>
      gateway.callTool('notes:read_note', WELCOME),
    )

    await using store = await openCassetteStore(path)
    const methods: string[] = []
    for await (const { method, principal } of store.list()) methods.push(`${method} ${principal}`)
    await using gateway = await notesGateway(notes, { mode: 'dry', store })
    const known = await gateway.callTool('notes:read_note', WELCOME)
    const guessed = await gateway.callTool('notes:read_note', { id: 'other' })
    const unknown = await gateway.callTool('notes:delete_note', WELCOME)

    expect(methods).toEqual(['initialize anonymous', 'tools/list anonymous', 'tools/call anonymous'])
    expect(known).toMatchObject({ outcome: { structured: HELLO }, provenance: { source: 'recording' } })
    expect(guessed.provenance.source).toBe('schema')
    expect(unknown).toMatchObject({
      outcome: {
        kind: 'tool-error',
        content: [{ text: expect.stringMatching(/^Nobody knows what notes:delete_note/) }],
      },
      provenance: { source: 'unknown' },
    })
    expect(notes.calls()).toEqual(['read_note'])
  })

  test('need a store', async () => {
    using notes = createNotes()

    await expect(notesGateway(notes, { mode: 'record' })).rejects.toMatchObject({ code: 'USAGE' })
    await expect(notesGateway(notes, { mode: 'replay' })).rejects.toMatchObject({ code: 'USAGE' })
    await expect(notesGateway(notes, { mode: 'replay', store: 'none.jsonl' })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    })
  })
})

describe('live', () => {
  test('rehearses with what it has just been told, though the store is slow', async () => {
    using notes = createNotes()
    const memory = openMemoryStore()
    let store = (): void => undefined
    const isFast = new Promise<void>((resolve) => {
      store = resolve
    })
    const slow: RecordingStore = {
      ...memory,
      append: (recordings) => isFast.then(() => memory.append(recordings)),
    }
    await using gateway = await notesGateway(notes, { store: slow, clock: manualClock(0) })
    const workflow = { tasks: [WORKFLOW.tasks[0]] }
    // All that is loaded for the first rehearsal is there for the next.
    await gateway.executeDag(workflow, { dry_run: true })
    await gateway.callTool('notes:read_note', WELCOME)

    const rehearsal = gateway.executeDag(workflow, { dry_run: true })
    // Longer than it would take without waiting for the store.
    for (let calls = 0; calls < 5; calls++) await gateway.callTool('notes:read_note', WELCOME)
    store()

    expect(await rehearsal).toMatchObject({ calls: [{ source: 'recording', value: HELLO }] })
  })

  test('asks the policy before a call and before a run, and a program cannot go on after a refusal', async () => {
    using notes = createNotes()
    const policy = { rules: [{ tools: 'notes:write_note', decision: 'deny' as const }] }
    await using gateway = await notesGateway(notes, { policy })
    const catching = `try { await mcp.notes.write_note({ id: 'a', text: 'b' }) } catch {}
await mcp.notes.delete_note({ id: 'welcome' })`

    const call = await gateway.callTool('notes:write_note', { id: 'a', text: 'b' })
    const run = await gateway.executeCode(catching)

    expect(call.outcome).toMatchObject({ kind: 'tool-error' })
    expect(run.ended).toBe('refused')
    expect(notes.calls()).toEqual([])
  })

  test.each(['legacy', 'modern'] as const)(
    'asks the person at a %s client, and takes only a yes',
    async (era) => {
      using notes = createNotes()
      const policy = { rules: [{ tools: 'notes:*', decision: 'ask' as const }] }
      await using gateway = await notesGateway(notes, { policy })
      const asked: string[] = []
      const answers = [
        { action: 'accept', content: { approve: true } },
        { action: 'accept', content: {} },
        { action: 'decline' },
      ]
      await using session = await connect(gateway, {
        era,
        handlers: {
          'elicitation/create': async ({ message }) => {
            asked.push(String(message).split('\n')[0] ?? '')
            return answers[asked.length - 1] ?? { action: 'cancel' }
          },
        },
      })
      await using silent = await connect(gateway, { era })

      const kinds = []
      for (let i = 0; i < answers.length; i++)
        kinds.push((await session.callTool('notes__read_note', WELCOME)).kind)
      const unasked = await silent.callTool('notes__read_note', WELCOME)

      expect(kinds).toEqual(['result', 'tool-error', 'tool-error'])
      expect(asked[0]).toMatch(
        /^May notes:read_note be called\? Effect: read, which is claimed and not certain\./,
      )
      expect(unasked).toMatchObject({
        kind: 'tool-error',
        content: [{ text: expect.stringContaining('does not support elicitation') }],
      })
      expect(notes.calls()).toEqual(['read_note'])
    },
  )

  test('refuses a call that nobody approves in time, and withdraws the question', async () => {
    using notes = createNotes()
    const policy = { rules: [{ tools: 'notes:*', decision: 'ask' as const }] }
    await using gateway = await notesGateway(notes, { policy, approvalTimeoutMs: 50 })
    let tellWithdrawn: (() => void) | undefined
    const withdrawn = new Promise<void>((resolve) => {
      tellWithdrawn = resolve
    })
    await using session = await connect(gateway, {
      handlers: {
        'elicitation/create': (_, { signal }) =>
          new Promise(() => signal.addEventListener('abort', () => tellWithdrawn?.(), { once: true })),
      },
    })

    const refused = await session.callTool('notes__read_note', WELCOME)
    await withdrawn

    expect(refused).toMatchObject({
      kind: 'tool-error',
      content: [{ text: expect.stringContaining('nobody answered within 50 ms. Answer the question') }],
    })
    expect(notes.calls()).toEqual([])
  })

  test('keeps every question that waits: what a workflow asks for at once is asked for at once', async () => {
    using notes = createNotes()
    const policy = { rules: [{ tools: 'notes:*', decision: 'ask' as const }] }
    const open: ((approved: boolean) => void)[] = []
    const questions: ApprovalQuestion[] = []
    await using gateway = await notesGateway(notes, {
      policy,
      approve: (question) =>
        new Promise((resolve) => {
          questions.push(question)
          open.push((approved) => resolve(approved ? { approved } : { approved, why: 'no' }))
          if (open.length === 3) for (const answer of open) answer(true)
        }),
    })
    const tasks = ['a', 'b', 'c'].map((id) => ({ id, tool: 'notes:read_note', arguments: WELCOME }))

    const report = await gateway.executeDag({ tasks })

    expect(report.ended).toBe('completed')
    expect(questions.map(({ tool, effect }) => `${tool} ${effect}`)).toEqual(
      Array(3).fill('notes:read_note read'),
    )
    expect(notes.calls()).toHaveLength(3)
  })
})

describe('every mode', () => {
  test.each(['live', 'dry', 'pass-through', 'record', 'replay'] as const)(
    '%s traces its calls',
    async (mode) => {
      using notes = createNotes()
      const store = join(notes.folder, 'recorded.jsonl')
      await whileOpen(notesGateway(notes, { mode: 'record', store }), async (gateway) => {
        await using session = await connect(gateway)
        await session.callTool('notes__read_note', WELCOME)
      })
      const events: string[] = []
      await using gateway = await notesGateway(notes, {
        mode,
        store,
        onTrace: ({ type, tool }, { kind }) => events.push(`${kind} ${type} ${tool}`),
      })
      await using session = await connect(gateway)

      await session.callTool('notes__read_note', WELCOME)
      await gateway.callTool('notes:read_note', WELCOME)

      expect(events).toEqual([
        ...['call tool_start notes:read_note', 'call tool_end notes:read_note'],
        ...['call tool_start notes:read_note', 'call tool_end notes:read_note'],
      ])
    },
  )

  test('ends what is under way when it closes, and every server', async () => {
    using notes = createNotes()
    const gateway = await notesGateway(notes)
    const running = gateway.executeCode(
      `${PROGRAM.split('\n')[0]}\nawait new Promise(() => setInterval(() => 1, 100))`,
      {
        onTrace: ({ type }) => type === 'tool_end' && void gateway.close(),
      },
    )

    await expect(running).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
    await gateway.close()
    expect(gateway.health()).toMatchObject([{ server: 'notes', sessions: 0 }])
    await expect(gateway.callTool('notes:read_note', WELCOME)).rejects.toMatchObject({
      code: 'ALREADY_CLOSED',
    })
  })
})

async function whileOpen<G extends AsyncDisposable, R>(
  making: Promise<G>,
  work: (made: G) => Promise<R>,
): Promise<R> {
  await using made = await making
  return await work(made)
}
