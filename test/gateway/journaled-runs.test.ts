/** A gateway with a journal: plans are listed while they run, and its tool `runs` shows a client its own. */
import { describe, expect, test } from 'vitest'
import { memoryJournal, type RunJournal } from '../../src/journal/index.js'
import { verifies } from '../verifies.js'
import { connect, createNotes, fixture, notesGateway, PROGRAM, WORKFLOW } from './notes-gateway.js'

describe('a gateway with a journal', () => {
  verifies('journal:never-twice')

  test.each(['program', 'workflow'])(
    'lists a %s before its first call, and forgets its answers once it was told',
    async (kind) => {
      using notes = createNotes()
      const journal = memoryJournal()
      await using gateway = await notesGateway(notes, { runJournal: journal })
      const before: unknown[] = []

      const choice = { onListed: (id: string) => void before.push([id, notes.calls()]) }
      const report = await (kind === 'program'
        ? gateway.executeCode(PROGRAM, choice)
        : gateway.executeDag(WORKFLOW, choice))

      expect(before).toEqual([[report.run_id, []]])
      expect([report.ended, notes.calls()]).toEqual(['completed', ['read_note', 'write_note', 'delete_note']])
      const run = await journal.read(report.run_id)
      expect(run).toMatchObject({ state: 'done', plan: '', settings: '' })
      expect(run?.calls.map(({ tool, state, outcome }) => [tool, state, outcome])).toEqual(
        ['read_note', 'write_note', 'delete_note'].map((name) => [`notes:${name}`, 'done', undefined]),
      )
    },
  )

  test('a call whose server dies in the middle is named, stops the plan for good, and is not made again', async () => {
    using notes = createNotes()
    const journal = memoryJournal()
    const config = { mcpServers: { ...notes.config.mcpServers, mortal: fixture('dies-during-call') } }
    await using gateway = await notesGateway(notes, { runJournal: journal, config })

    const { run_id, ...report } = await gateway.executeCode(
      "try { await mcp.mortal.echo({ message: 'a' }) } catch {}\nawait mcp.notes.delete_note({ id: 'a' })",
    )

    expect(report.ended).toBe('refused')
    expect(report.in_doubt).toMatchObject([
      { call: 1, tool: 'mortal:echo', arguments: { message: 'a' }, reads: [] },
    ])
    expect(notes.calls()).toEqual([])
    expect(await journal.read(run_id)).toMatchObject({ state: 'doubt', calls: [{ state: 'sent' }] })
    expect(await gateway.resumeRun(run_id)).toMatchObject({ kind: 'doubt' })
  })

  test('a client sees its own runs, and its word alone is no approval', async () => {
    using notes = createNotes()
    const journal = memoryJournal()
    await add(journal, 'mine', 'anonymous')
    await add(journal, 'theirs', 'bert')
    await using gateway = await notesGateway(notes, { runJournal: journal })
    await using client = await connect(gateway)
    const runs = async (args: { action: string; id?: string }) => await client.callTool('runs', args)

    expect(await runs({ action: 'list' })).toMatchObject({ structured: { total: 1, runs: [{ id: 'mine' }] } })
    expect(await runs({ action: 'show', id: 'theirs' })).toMatchObject({ kind: 'tool-error' })
    expect(await runs({ action: 'show', id: 'mine' })).toMatchObject({ structured: { state: 'waiting' } })
    // This client cannot ask anybody.
    expect(await runs({ action: 'approve', id: 'mine' })).toMatchObject({
      kind: 'tool-error',
      structured: { id: 'mine', approved: false },
    })
    expect(await journal.claim('mine', { name: 'x', leaseMs: 1 })).toEqual({ kind: 'waiting' })
    expect(await runs({ action: 'abandon', id: 'mine' })).toMatchObject({ structured: { abandoned: true } })
    expect(await runs({ action: 'abandon', id: 'theirs' })).toMatchObject({ kind: 'tool-error' })
  })

  test('without a journal there is no such tool', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes)
    await using client = await connect(gateway)

    expect((await client.listTools()).map(({ name }) => name)).not.toContain('runs')
    await expect(gateway.resumeRun('x')).rejects.toMatchObject({ code: 'MODE_REFUSES' })
  })
})

async function add(journal: RunJournal, id: string, principal: string): Promise<void> {
  await journal.add({ id, principal, title: id, plan: '', settings: '' })
  const claim = await journal.claim(id, { name: 'first', leaseMs: 60_000 })
  if (claim.kind !== 'owned') throw new Error(claim.kind)
  const shown = {
    tool: 'notes:write_note',
    arguments: { id: 'a' },
    effect: 'write',
    why: 'the policy wants it',
    call: 1,
  }
  const call = {
    site: '1:1',
    occurrence: 0,
    n: 1,
    tool: 'notes:write_note',
    digest: 'd',
    arguments: '{"id":"a"}',
  }
  await claim.run.leave({ kind: 'ask', question: { digest: 'sha256:q', text: JSON.stringify(shown) }, call })
}
