/** `run` of the main door: rehearsed, approved, and run as that says. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PlanQuestion } from '../../src/gateway/receipts/approve-plan.js'
import { run } from '../../src/index.js'
import { memoryJournal } from '../../src/journal/index.js'
import { oneGuest } from '../dryrun/one-guest.js'
import { temporaryFolder } from '../fixtures/temporary-folder.js'
import { verifies } from '../verifies.js'
import { createNotes, type Notes } from './notes-gateway.js'

const PLAN = "await mcp.notes.write_note({ id: 'a', text: 'hi' })\nreturn 'done'\n"

describe('run of the library', () => {
  verifies('receipt:one-question')

  test('asks once, with every effect, and runs what was said yes to, in the journal from its first moment', async () => {
    using notes = createNotes()
    const journal = memoryJournal()
    const asked: PlanQuestion[] = []
    const listed: unknown[] = []

    const report = await run(PLAN, {
      ...(await means(notes)),
      journal,
      approve: async (question) => {
        asked.push(question)
        return { approved: true }
      },
      onListed: (id) => void listed.push([id, notes.calls()]),
    })

    expect(asked).toMatchObject([
      {
        effects: [
          expect.stringContaining('notes:write_note'),
          '  {"id":"a","text":"hi"}',
          '1 of 1 effect has no way back:',
          '  call 1, notes:write_note: no copy showed what it changes',
        ],
      },
    ])
    expect(report).toMatchObject({
      ...{ ended: 'completed', result: 'done', not_made: [] },
      calls: [{ predicted: { call: 1, outcome: 'result', as_said: { outcome: true } } }],
    })
    expect(listed).toEqual([[report.run_id, []]])
    expect(await journal.read(report.run_id)).toMatchObject({ state: 'done', receipt: report.receipt })
    expect(notes.calls()).toEqual(['write_note'])
  })

  test.each([
    [
      'the answer is no',
      { approve: async () => ({ approved: false, why: 'not today' }) as const },
      'not today',
    ],
    ['nobody is asked', {}, 'nobody is asked'],
    ['the rehearsal fails', { plan: 'await mcp.notes.wirte_note({})' }, 'Its rehearsal failed'],
  ])(
    'calls nothing where %s',
    async (_, { plan = PLAN, ...more }: { plan?: string; approve?: Approve }, why) => {
      using notes = createNotes()
      const told: string[] = []

      const running = run(plan, {
        ...(await means(notes)),
        ...more,
        onRehearsed: ({ verdict }) => void told.push(verdict),
      })

      await expect(running).rejects.toMatchObject({
        code: 'RECEIPT_REFUSED',
        message: expect.stringContaining(why),
      })
      expect([told.length, notes.calls()]).toEqual([1, []])
    },
  )

  test('reads need no yes, and options that cannot be honoured are refused', async () => {
    using notes = createNotes()

    expect(
      await run("return await mcp.notes.read_note({ id: 'a' }).catch(() => 'none')", await means(notes)),
    ).toMatchObject({
      ended: 'completed',
    })
    await expect(run(PLAN, { ...(await means(notes)), receipt: {} as never })).rejects.toMatchObject({
      code: 'USAGE',
    })
    await expect(run(PLAN, { ...(await means(notes)), jornal: 'x' } as never)).rejects.toMatchObject({
      code: 'USAGE',
    })
  })

  test('a killed run is in the journal that was named', async () => {
    using notes = createNotes()
    const folder = await temporaryFolder()
    const cwd = { cwd: folder, env: { ...process.env, XDG_CONFIG_HOME: folder } }

    await run(PLAN, {
      ...(await means(notes)),
      ...cwd,
      journal: 'runs.db',
      approve: async () => ({ approved: true }),
    })

    expect(existsSync(join(folder, 'runs.db'))).toBe(true)
  })
})

type Approve = NonNullable<Parameters<typeof run>[1]['approve']>

async function means({ config }: Notes) {
  return { config, copy: 'never', sandbox: await oneGuest() } as const
}
