/** Planted deviations: each is stopped before its effect, with the reason. What the server was asked is the server's own word. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryJournal } from '../../../src/journal/index.js'
import type { Receipt } from '../../../src/plan/index.js'
import { oneSandbox } from '../../dryrun/one-sandbox.js'
import { verifies } from '../../verifies.js'
import { CERTAIN_TELLS, READ_TELLS, TELLS } from './tells.js'
import {
  type BoundEnd,
  type DeskOptions,
  type DeskPlan,
  laterBy,
  openDesk,
  refitted,
  rehearseAt,
  resealed,
  runAt,
  type TicketDesk,
} from './ticket-desk.js'

interface Planted {
  /** Told `real`, which is false in the rehearsal and true in the run. */
  readonly text: string
  readonly why: RegExp
  /** What the server was asked by then, at the most: what leaves beside it may be stopped, too. */
  readonly made: readonly string[]
}

const ONE = 'open_ticket {"title":"one"}'

const PLANTED: Readonly<Record<string, Planted>> = {
  'a changed argument': {
    text: `await mcp.tickets.open_ticket({ title: real ? 'two' : 'one' })`,
    why: /has other arguments: \/title is "two" instead of "one"/,
    made: [],
  },
  'one more argument': {
    text: `await mcp.tickets.open_ticket({ title: 'one', ...(real ? { urgent: true } : {}) })`,
    why: /\/urgent was not there, and is true/,
    made: [],
  },
  'one argument less': {
    text: `await mcp.tickets.open_ticket({ title: 'one', ...(real ? {} : { urgent: true }) })`,
    why: /\/urgent is missing/,
    made: [],
  },
  'an extra call of another tool': {
    text: `await mcp.tickets.open_ticket({ title: 'one' })\nif (real) await mcp.tickets.wipe({})`,
    why: /tickets:wipe at \d+:\d+ was not called in the rehearsal/,
    made: [ONE],
  },
  'an extra call at a place that was called': {
    text: `for (let i = 0; i < (real ? 2 : 1); i++) await mcp.tickets.open_ticket({ title: 'one' })`,
    why: /was called once in the rehearsal, and this is one more/,
    made: [ONE],
  },
  'an extra call side by side': {
    text: `await Promise.all(Array.from({ length: real ? 3 : 1 }, () => mcp.tickets.close_ticket({ id: 'x' })))`,
    why: /one more/,
    made: ['close_ticket {"id":"x"}'],
  },
  'another order of effects of two places': {
    text: `const calls = [() => mcp.tickets.open_ticket({ title: 'one' }), () => mcp.tickets.close_ticket({ id: 'x' })]
if (real) calls.reverse()
for (const call of calls) await call()`,
    why: /comes before tickets:open_ticket at \d+:\d+, which had to be made first/,
    made: [],
  },
  'another tool at the same place': {
    text: `await mcp.tickets[real ? 'wipe' : 'open_ticket']({ title: 'one' })`,
    why: /tickets:wipe.* was not called in the rehearsal/,
    made: [],
  },
  'the same call at another place': {
    text: `if (real) await mcp.tickets.open_ticket({ title: 'one' })
else await mcp.tickets.open_ticket({ title: 'one' })`,
    why: /was rehearsed at \d+:\d+/,
    made: [],
  },
  'something else in the place of what a call answered': {
    text: `const { id } = await mcp.tickets.open_ticket({ title: 'one' })
await mcp.tickets.close_ticket({ id: real ? 'a' : id })`,
    why: /\/id is "a" instead of "T-\d+", what call \d+ answers at \/id/,
    made: [ONE],
  },
  'the very id of the rehearsal, which is another ticket for real': {
    text: `await mcp.tickets.open_ticket({ title: 'one' }).then(({ id }) => mcp.tickets.close_ticket({ id: real ? ['T', 'stub'].join('-') : id }))`,
    why: /\/id is "T-stub" instead of "T-\d+"/,
    made: [ONE],
  },
  'an effect that is left out before another one': {
    text: `if (!real) await mcp.tickets.open_ticket({ title: 'one' })
await mcp.tickets.close_ticket({ id: 'x' })`,
    why: /which had to be made first/,
    made: [],
  },
}

/** The arguments of the effects where chance plants nothing. */
const BY_CHANCE: Readonly<Record<string, string>> = {
  'a changed argument': '[{"title":"one"}]',
  'an extra call of another tool': '[{"title":"one"}]',
  'another order of effects of two places': '[{"title":"one"},{"id":"x"}]',
  'an effect that is left out before another one': '[{"title":"one"},{"id":"x"}]',
}

describe('a program that finds out that it is real', () => {
  const cases = CERTAIN_TELLS.flatMap((tell) =>
    Object.entries(PLANTED).map(([what, planted]) => ({ tell, what, planted })),
  )
  let desk: TicketDesk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk[Symbol.asyncDispose]())

  test.each(cases)('$tell: $what', async ({ tell, planted }) => {
    verifies('receipt:deviations')
    await desk.reset()
    const plan = { text: `const real = ${TELLS[tell]}\n${planted.text}` }
    const receipt = await rehearseAt(desk, plan)

    const end = await runAt(desk, receipt, plan, { asRehearsed: false })

    expect(end).toMatchObject({ ended: 'deviated', why: expect.stringMatching(planted.why) })
    expect(planted.made.slice(0, desk.effects().length)).toEqual(withoutIds(desk.effects()))
  })

  test.each(Object.entries(BY_CHANCE))('by chance: %s', async (what, rehearsed) => {
    const planted = PLANTED[what]
    if (planted === undefined) throw new Error(`nothing is planted as ${what}`)
    const plan = { text: `const real = ${TELLS.chance}\n${planted.text}` }
    let end: BoundEnd = { ended: 'completed', why: '' }
    for (let runs = 0; runs < 40 && end.ended === 'completed'; runs++) {
      await desk.reset()
      end = await runAt(desk, await ofRehearsal(desk, plan, rehearsed), plan, { asRehearsed: false })
    }

    expect(end).toMatchObject({ ended: 'deviated', why: expect.stringMatching(planted.why) })
    expect(planted.made.slice(0, desk.effects().length)).toEqual(withoutIds(desk.effects()))
  })

  const readAndPlanted = Object.entries(READ_TELLS).flatMap(([tell, real], i) =>
    Object.entries(PLANTED)
      .filter(([what]) => i === 0 || Object.hasOwn(BY_CHANCE, what))
      .map(([what, planted]) => ({ tell, real, what, planted })),
  )

  test.each(readAndPlanted)('by $tell: $what', async ({ real, planted }) => {
    await desk.reset()
    const plan = { text: `const real = ${real}\n${planted.text}` }
    const receipt = await rehearseAt(desk, plan)

    const end = await runAt(desk, receipt, plan)

    expect(end).toMatchObject({ ended: 'deviated' })
    // What was computed from the read may be another thing: nothing at all is made.
    expect(desk.effects()).toEqual([])
  })
})

const PROGRAM: DeskPlan = { text: `await mcp.tickets.open_ticket({ title: 'one' })\nreturn params` }
const WORKFLOW: DeskPlan = {
  text: JSON.stringify({ tasks: [{ id: 'open', tool: 'tickets:open_ticket', arguments: { title: 'one' } }] }),
  fileName: 'plan.json',
}

describe.each([
  ['a program', PROGRAM],
  ['a workflow', WORKFLOW],
])('%s', (_, plan) => {
  test('that was edited', async () => {
    await using desk = await openDesk()
    const edited = { ...plan, text: plan.text.replace('one', 'two') }

    expectStopped(await runAt(desk, await rehearseAt(desk, plan), edited), /The plan is another one/)
    expect(desk.effects()).toEqual([])
  })

  test('with other parameters', async () => {
    await using desk = await openDesk()
    const receipt = await rehearseAt(desk, { ...plan, params: { a: 1 } })

    expectStopped(
      await runAt(desk, receipt, { ...plan, params: { a: 2 } }),
      /The parameters of the plan are other ones/,
    )
    expect(desk.effects()).toEqual([])
  })

  test.each<[string, DeskOptions, RegExp]>([
    [
      'a contract that changed',
      { promises: 'contract' },
      /The contract of tickets:open_ticket is another one/,
    ],
    [
      'a tool that is gone',
      { promises: 'gone' },
      /The contract of tickets:open_ticket is another one|provably wrong/,
    ],
    [
      'a policy that was tightened',
      { policy: { rules: [{ tools: 'tickets:*', decision: 'deny' }] } },
      /The policy is another one/,
    ],
    [
      'a policy that asks',
      { policy: { rules: [{ tools: '*', decision: 'ask' }] } },
      /The policy is another one/,
    ],
    ['the journal of somebody else', { journal: memoryJournal() }, /It was made for the journal/],
    ['a clock that is an hour on', { clock: laterBy(3_600_001) }, /It was valid from/],
    ['a clock that is an hour back', { clock: laterBy(-3_600_001) }, /It was valid from/],
  ])('and %s', async (_what, now, why) => {
    await using then = await openDesk()
    const receipt = await rehearseAt(then, plan)
    await using desk = await openDesk({ journal: then.journal, ...now })

    expectStopped(await runAt(desk, receipt, plan), why)
    expect(desk.effects()).toEqual([])
  })

  test('by a receipt that was edited, and one whose id was made to fit', async () => {
    await using desk = await openDesk()
    const receipt = await rehearseAt(desk, plan)
    const edited = { ...receipt, expires_at: '2999-01-01T00:00:00.000Z' }

    expectStopped(await runAt(desk, edited, plan), /It was edited/)
    expectStopped(await runAt(desk, { ...edited, id: refitted(edited) }, plan), /its seal is another one/)
    expect(desk.effects()).toEqual([])
  })

  test("by another one's receipt", async () => {
    await using desk = await openDesk()
    const receipt = await rehearseAt(desk, plan)
    const anns = resealed({ ...receipt, principal: 'ann' }, desk.journal.receiptKey)

    expectStopped(await runAt(desk, anns, plan), /It is ann's, and this is anonymous/)
    expect(desk.effects()).toEqual([])
  })

  test('by a receipt of another version', async () => {
    await using desk = await openDesk()
    const receipt = await rehearseAt(desk, plan)
    const older = resealed({ ...receipt, version: '0.0.1' }, desk.journal.receiptKey)

    expectStopped(await runAt(desk, older, plan), /made by version 0\.0\.1/)
    expect(desk.effects()).toEqual([])
  })

  test('a second time, by another gateway too', async () => {
    // Side by side, each in a guest of its own.
    const sandbox = await oneSandbox()
    await using desk = await openDesk({ sandbox })
    await using other = await openDesk({ sandbox, journal: desk.journal, folder: desk.folder })
    const receipt = await rehearseAt(desk, plan)
    const ends = await Promise.all([runAt(desk, receipt, plan), runAt(other, receipt, plan)])

    expect(ends.map(({ ended }) => ended).sort()).toEqual(['completed', 'not begun'])
    expect(withoutIds(desk.effects())).toEqual([ONE])
  })

  test('whose file is another one by now', async () => {
    await using desk = await openDesk()
    const script = join(desk.folder, 'deploy.sh')
    writeFileSync(script, 'echo 1')
    const named = { ...plan, text: plan.text.replace('one', 'sh deploy.sh') }
    const receipt = await rehearseAt(desk, named)
    writeFileSync(script, 'rm -rf /')

    expectStopped(await runAt(desk, receipt, named), /deploy\.sh.* holds something else now/)
    expect(desk.effects()).toEqual([])
  })
})

test('a target that moves while the plan runs stops it before the effect that names it', async () => {
  await using desk = await openDesk()
  const script = join(desk.folder, 'deploy.sh')
  writeFileSync(script, 'echo 1')
  const plan = {
    text: `await mcp.tickets.open_ticket({ title: 'one' })\nawait mcp.tickets.close_ticket({ id: 'deploy.sh' })`,
  }
  const receipt = await rehearseAt(desk, plan)

  const end = await runAt(desk, receipt, plan, {
    onTrace: ({ type }) => type === 'tool_end' && writeFileSync(script, 'rm -rf /'),
  })

  expect(end).toMatchObject({ ended: 'deviated', why: expect.stringContaining('holds something else now') })
  expect(withoutIds(desk.effects())).toEqual([ONE])
})

describe('a way to tell a rehearsal from a real run', () => {
  let desk: TicketDesk
  beforeAll(async () => {
    // What was left behind by other runs would tell, too.
    desk = await openDesk({ sandbox: await oneSandbox() })
  })
  afterAll(() => desk[Symbol.asyncDispose]())

  test.each(Object.entries(TELLS))('%s: deletes nothing', async (_, tell) => {
    verifies('receipt:tells')
    await desk.reset()
    const text = `if (${tell}) await mcp.tickets.wipe({})
else await mcp.tickets.open_ticket({ title: 'one' })`
    const receipt = await withoutDeletion(desk, { text })

    const asRehearsed = await runAt(desk, receipt, { text })
    const real = await runAt(desk, await withoutDeletion(desk, { text }), { text }, { asRehearsed: false })

    expect(asRehearsed.ended).toBe('completed')
    expect(desk.effects().filter((call) => call.startsWith('wipe'))).toEqual([])
    expect(['completed', 'deviated']).toContain(real.ended)
  })
})

/** Of the first seed by which nothing is planted: the real run draws for itself. */
async function ofRehearsal(desk: TicketDesk, plan: DeskPlan, made: string): Promise<Receipt> {
  for (let seed = 1; seed < 50; seed++) {
    const receipt = await rehearseAt(desk, { ...plan, seed })
    const said = JSON.stringify(receipt.effects.map((effect) => effect.arguments))
    if (said === made) return receipt
  }
  throw new Error('it is planted in every rehearsal')
}

/** Of the first seed by which the program does nothing wrong in its rehearsal. */
async function withoutDeletion(desk: TicketDesk, plan: DeskPlan): Promise<Receipt> {
  for (let seed = 1; seed < 50; seed++) {
    const receipt = await rehearseAt(desk, { ...plan, seed })
    if (receipt.effects.every(({ tool }) => tool !== 'tickets:wipe')) return receipt
  }
  throw new Error('the program deletes in every rehearsal')
}

function expectStopped({ ended, why }: BoundEnd, reason: RegExp): void {
  expect({ ended, why }).toEqual({
    ended: expect.stringMatching(/^(?:not begun|never_started)$/),
    why: expect.stringMatching(reason),
  })
}

function withoutIds(calls: readonly string[]): readonly string[] {
  return calls.map((call) => call.replace(/T-\d+/, 'T'))
}
