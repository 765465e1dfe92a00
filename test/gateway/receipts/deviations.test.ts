/** Planted deviations: each is stopped before its effect, with the reason. What the server was asked is the server's own word. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/base/index.js'
import type { Receipt } from '../../../src/plan/index.js'
import { oneSandbox } from '../../dryrun/one-sandbox.js'
import { verifies } from '../../verifies.js'
import { BY_CHANCE, CHANGED, CHOSEN_BY, KINDS, ONE, PLANTED } from './planted.js'
import { CERTAIN_TELLS, CHANCE_TELLS, MEASURES, READ_TELLS, RENAMED, TELLS } from './tells.js'
import { type BoundEnd, type DeskPlan, openDesk, rehearseAt, runAt, type TicketDesk } from './ticket-desk.js'

const CERTAIN = Object.keys(CERTAIN_TELLS).flatMap((tell) =>
  Object.entries(PLANTED).map(([what, planted]) => ({ tell, what, planted })),
)
const CHANCE = Object.keys(CHANCE_TELLS).flatMap((tell) =>
  Object.entries(BY_CHANCE).map(([what, rehearsed]) => ({ tell, what, rehearsed })),
)
const READ = Object.entries(READ_TELLS).flatMap(([tell, { real }], i) =>
  Object.entries(PLANTED)
    .filter(([what]) => i === 0 || Object.hasOwn(BY_CHANCE, what))
    .map(([what, planted]) => ({ tell, real, what, planted })),
)
const PLANS = [
  { of: 'a program', text: `await mcp.tickets.open_ticket({ title: 'one' })\nreturn params` },
  {
    of: 'a workflow',
    text: JSON.stringify({
      tasks: [{ id: 'open', tool: 'tickets:open_ticket', arguments: { title: 'one' } }],
    }),
    fileName: 'plan.json',
  },
]
const BETWEEN = PLANS.flatMap((plan) => CHANGED.map((changed) => ({ ...changed, plan, of: plan.of })))
/** At the beginning, and while the plan runs. */
const MOVED = [...PLANS.map(({ of }) => of), 'while it runs']

describe('what is planted', () => {
  test('is of every kind, eighty at least', () => {
    const planted = Object.values(PLANTED).map(({ kind }) => kind)
    const kinds = new Set<string>([...planted, ...CHANGED.map(({ kind }) => kind), 'moved target'])

    expect([...kinds].sort()).toEqual([...KINDS].sort())
    expect(MOVED.length).toBeGreaterThan(0)
    expect(
      CERTAIN.length + CHANCE.length + READ.length + BETWEEN.length + MOVED.length,
    ).toBeGreaterThanOrEqual(80)
  })

  test('chooses another tool by all that may tell a program that it is real', () => {
    const chosen = [
      ...CERTAIN.filter(({ planted }) => planted.kind === 'another tool').map(
        ({ tell }) => CERTAIN_TELLS[tell],
      ),
      ...CHANCE.filter(({ what }) => PLANTED[what]?.kind === 'another tool').map(
        ({ tell }) => CHANCE_TELLS[tell],
      ),
      ...READ.filter(({ planted }) => planted.kind === 'another tool').map(
        ({ tell }) => READ_TELLS[tell]?.by,
      ),
    ]

    expect(chosen).toEqual(expect.arrayContaining([...CHOSEN_BY]))
    expect(Object.keys(TELLS).length).toBeGreaterThanOrEqual(10)
  })
})

describe('a program that finds out that it is real', () => {
  let desk: TicketDesk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk[Symbol.asyncDispose]())

  test.each(CERTAIN)('$tell: $what', async ({ tell, planted }) => {
    verifies('receipt:deviations')
    await desk.reset()
    const plan = { text: `const real = ${TELLS[tell] ?? RENAMED.real}\n${planted.text}` }
    const receipt = await rehearseAt(desk, plan)

    const real = Object.hasOwn(TELLS, tell) ? plan : { ...plan, fileName: RENAMED.fileName }
    const end = await runAt(desk, receipt, real, { asRehearsed: false })

    expect(end).toMatchObject({ ended: 'deviated', why: expect.stringMatching(planted.why) })
    expect(planted.made.slice(0, desk.effects().length)).toEqual(withoutIds(desk.effects()))
  })

  test.each(CHANCE)('$tell, by chance: $what', async ({ tell, what, rehearsed }) => {
    const planted = PLANTED[what]
    if (planted === undefined) throw new Error(`nothing is planted as ${what}`)
    const plan = { text: `const real = ${TELLS[tell]}\n${planted.text}` }
    let end: BoundEnd = { ended: 'completed', why: '' }
    for (let runs = 0; runs < 40 && end.ended === 'completed'; runs++) {
      await desk.reset()
      end = await runAt(desk, await ofRehearsal(desk, plan, rehearsed), plan, { asRehearsed: false })
    }

    expect(end).toMatchObject({ ended: 'deviated', why: expect.stringMatching(planted.why) })
    expect(planted.made.slice(0, desk.effects().length)).toEqual(withoutIds(desk.effects()))
  })

  test.each(READ)('by $tell: $what', async ({ real, planted }) => {
    await desk.reset()
    const plan = { text: `const real = ${real}\n${planted.text}` }
    const receipt = await rehearseAt(desk, plan)

    const end = await runAt(desk, receipt, plan)

    expect(end).toMatchObject({ ended: 'deviated' })
    // What was computed from the read may be another thing: nothing at all is made.
    expect(desk.effects()).toEqual([])
  })
})

describe('a plan that is run by its receipt and', () => {
  test.each(BETWEEN)('$what ($of, $kind) is stopped before its first call', async (changed) => {
    const { plan, now, params, why, isRunBefore = false } = changed
    await using then = await openDesk()
    const receipt = await rehearseAt(then, { ...plan, ...(params && { params: { ...params.rehearsed } }) })
    await using other = now === undefined ? undefined : await openDesk({ journal: then.journal, ...now })
    const desk = other ?? then
    if (isRunBefore) expect(await runAt(desk, receipt, plan)).toMatchObject({ ended: 'completed' })
    const before = desk.effects()

    const { ended, why: said } = await runAt(
      desk,
      changed.receipt?.(receipt, desk.journal.receiptKey) ?? receipt,
      {
        ...plan,
        text: changed.text?.(plan.text) ?? plan.text,
        ...(params && { params: { ...params.run } }),
      },
    )

    expectStopped({ ended, why: said }, why)
    expect(desk.effects()).toEqual(before)
  })

  test.each(PLANS)('a file is another one ($of, moved target)', async (plan) => {
    await using desk = await openDesk()
    const script = join(desk.folder, 'deploy.sh')
    writeFileSync(script, 'echo 1')
    const named = { ...plan, text: plan.text.replace('one', 'sh deploy.sh') }
    const receipt = await rehearseAt(desk, named)
    writeFileSync(script, 'rm -rf /')

    expectStopped(await runAt(desk, receipt, named), /deploy\.sh.* holds something else now/)
    expect(desk.effects()).toEqual([])
  })

  test.each(PLANS)('another gateway runs by it at once ($of, reused receipt)', async (plan) => {
    // Side by side, each in a guest of its own.
    const sandbox = await oneSandbox()
    await using desk = await openDesk({ sandbox })
    await using other = await openDesk({ sandbox, journal: desk.journal, folder: desk.folder })
    const receipt = await rehearseAt(desk, plan)
    const ends = await Promise.all([runAt(desk, receipt, plan), runAt(other, receipt, plan)])

    expect(ends.map(({ ended }) => ended).sort()).toEqual(['completed', 'not begun'])
    expect(withoutIds(desk.effects())).toEqual([ONE])
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

test('what a program can measure is the same in its run, so that nothing hangs on it; where it is not, nothing is deleted', async () => {
  verifies('receipt:tells')
  await using desk = await openDesk({ sandbox: await oneSandbox() })
  const measured = Object.values(MEASURES).map((measure) => `seen.push(${measure})`)
  const text = `const seen = []\n${measured.join('\n')}\nawait mcp.tickets.open_ticket({ title: JSON.stringify(seen) })`
  const receipt = await rehearseAt(desk, { text })

  expect(await runAt(desk, receipt, { text })).toMatchObject({ ended: 'completed' })
  await desk.reset()
  const real = await runAt(desk, await rehearseAt(desk, { text }), { text }, { asRehearsed: false })

  expect(real.ended).toBe('deviated')
  expect(desk.effects()).toEqual([])
  expect(Object.keys(MEASURES).length).toBeGreaterThanOrEqual(10)
})

/** Of the first seed by which nothing is planted: the real run draws for itself. */
async function ofRehearsal(desk: TicketDesk, plan: DeskPlan, made: readonly string[]): Promise<Receipt> {
  for (let seed = 1; seed < 50; seed++) {
    const receipt = await rehearseAt(desk, { ...plan, seed })
    const said = receipt.effects.map((it) => `${it.tool.split(':')[1]} ${canonicalJson(it.arguments)}`)
    if (said.join() === made.join()) return receipt
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
