/** Differences between rehearsal and run that change no effect: none of them stops a run. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stub } from '../../../src/call/index.js'
import { verifies } from '../../verifies.js'
import { TELLS } from './tells.js'
import { openDesk, rehearseAt, runAt, STUBS, type TicketDesk } from './ticket-desk.js'

const ONE = 'open_ticket {"title":"one"}'

/** Told `real`, which is false in the rehearsal and may be true in the run. */
const HARMLESS: Readonly<Record<string, { readonly text: string; readonly made: readonly string[] }>> = {
  'members in another order': {
    text: `await mcp.tickets.open_ticket(real ? { b: 1, title: 'one' } : { title: 'one', b: 1 })`,
    made: ['open_ticket {"b":1,"title":"one"}'],
  },
  'another order side by side': {
    text: `const ids = ['x', 'y']
if (real) ids.reverse()
await Promise.all(ids.map((id) => mcp.tickets.close_ticket({ id })))`,
    made: ['close_ticket {"id":"x"}', 'close_ticket {"id":"y"}'],
  },
  'more reads': {
    text: `await mcp.tickets.open_ticket({ title: 'one' })
for (let i = 0; i < (real ? 5 : 1); i++) await mcp.tickets.list_tickets()`,
    made: [ONE],
  },
  'fewer reads': {
    text: `await mcp.tickets.open_ticket({ title: 'one' })
if (!real) await mcp.tickets.list_tickets()`,
    made: [ONE],
  },
  'a read at another place': {
    text: `await mcp.tickets.open_ticket({ title: 'one' })
if (real) await mcp.tickets.get_time()
else await mcp.tickets.get_time()`,
    made: [ONE],
  },
  'other words on the console, and another result': {
    text: `console.log(real)
await mcp.tickets.open_ticket({ title: 'one' })
return real`,
    made: [ONE],
  },
  'a longer wait': {
    text: `await new Promise((go) => setTimeout(go, real ? 15 : 1))
await mcp.tickets.open_ticket({ title: 'one' })`,
    made: [ONE],
  },
  'an id that the real server gives, in a text too': {
    text: `const { id } = await mcp.tickets.open_ticket({ title: 'one' })
console.log(real, id)
await mcp.tickets.close_ticket({ id: 'see ' + id })`,
    made: [ONE, 'close_ticket {"id":"see T"}'],
  },
}

let desk: TicketDesk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk[Symbol.asyncDispose]())

describe('a program that finds out that it is real', () => {
  const cases = Object.keys(TELLS).flatMap((tell) =>
    Object.entries(HARMLESS).map(([what, harmless]) => ({ tell, what, harmless })),
  )

  test.each(cases)('by $tell: $what', async ({ tell, harmless }) => {
    verifies('receipt:harmless')
    await desk.reset()
    const plan = { text: `const real = ${TELLS[tell]}\n${harmless.text}` }

    const end = await runAt(desk, await rehearseAt(desk, plan), plan, { asRehearsed: false })

    expect(end).toMatchObject({ ended: 'completed', why: '' })
    expect(desk.effects().map(ofAnyId).sort()).toEqual([...harmless.made].sort())
  })
})

describe('with the clock and chance of its rehearsal a program may use both in what it does', () => {
  test.each([
    'Math.random()',
    'Date.now()',
    'crypto.randomUUID()',
    'performance.now()',
    'new Date().toISOString()',
    'await new Promise((go) => setTimeout(() => go(Date.now()), 30))',
    '(await mcp.tickets.list_tickets()).tickets.length + performance.now()',
    'new Error().stack',
    'JSON.stringify(params)',
  ])('%s', async (expression) => {
    await desk.reset()
    const plan = {
      text: `await mcp.tickets.open_ticket({ title: String(${expression}) })`,
      params: { b: 1, a: { d: 2, c: 3 } },
    }

    const end = await runAt(desk, await rehearseAt(desk, plan), plan)

    expect(end).toMatchObject({ ended: 'completed', why: '' })
    expect(desk.effects()).toHaveLength(1)
  })
})

describe('what a read says otherwise where nothing hangs on it', () => {
  const PARTS = { result: { owner: { name: 'ann', age: 30 }, state: 'open', at: 1 } }

  test.each<[string, string, string[][]]>([
    ['a member that nobody reads', `console.log((await mcp.tickets.get_time()).now)`, [[]]],
    ['a member that is logged', `console.log((await mcp.tickets.get_time()).owner.age + 1)`, [[]]],
    [
      'a member that a condition reads, and one that is handed on',
      `const said = await mcp.tickets.get_time()
if (said.state === 'open') await mcp.tickets.open_ticket({ title: said.owner.name })`,
      [['/owner/name', '/state']],
    ],
    [
      'a member that leads to the next read',
      `const said = await mcp.tickets.get_time()
await mcp.tickets.list_tickets({ of: said.owner.name })`,
      [['/owner/name'], []],
    ],
    [
      'a list of which an item is picked',
      `const { tickets } = await mcp.tickets.list_tickets()
await mcp.tickets.open_ticket({ title: tickets.find((each) => each > 'a') })`,
      [['/tickets']],
    ],
  ])('%s', async (_, text, used) => {
    await using desk = await openDesk({
      stubs: [stub('tickets:get_time', PARTS), ...STUBS.slice(0, 1), ...STUBS.slice(2)],
    })

    const { reads } = await rehearseAt(desk, { text: `${text}\nawait mcp.tickets.close_ticket({ id: 'x' })` })

    expect(reads.map((read) => read.used?.pointers)).toEqual(used)
  })

  test('does not stop the run, and what it hangs on does', async () => {
    await using desk = await openDesk({
      stubs: [stub('tickets:get_time', { result: { now: 1, zone: 'UTC' } }), ...STUBS],
    })
    const rest = `await mcp.tickets.close_ticket({ id: 'x' })`
    const unused = { text: `const { zone } = await mcp.tickets.get_time()\nconsole.log(zone)\n${rest}` }
    const used = {
      text: `const said = await mcp.tickets.get_time()\nif (said.now < 10) console.log('early')\nif (said.now > 0) ${rest}`,
    }

    expect(await runAt(desk, await rehearseAt(desk, unused), unused)).toMatchObject({ ended: 'completed' })
    expect(await runAt(desk, await rehearseAt(desk, used), used)).toMatchObject({
      ended: 'deviated',
      why: expect.stringContaining('which answers otherwise now (at /now)'),
    })
    expect(desk.effects()).toEqual(['close_ticket {"id":"x"}'])
  })
})

test('what a guess said binds nobody, and what came of it has to come from the real answer', async () => {
  await using guessing = await openDesk({ stubs: [] })
  const plan = {
    text: `const { tickets } = await mcp.tickets.list_tickets()
await mcp.tickets.close_ticket({ id: tickets[0] })`,
  }

  const end = await runAt(guessing, await rehearseAt(guessing, plan), plan)

  expect(end).toMatchObject({ ended: 'completed' })
  expect(guessing.effects()).toEqual(['close_ticket {"id":"a"}'])
})

test('tasks of a workflow that do not hang on each other may come in any order', async () => {
  await desk.reset()
  const plan = {
    text: JSON.stringify({
      tasks: [
        { id: 'slow', tool: 'tickets:list_tickets' },
        { id: 'late', tool: 'tickets:open_ticket', arguments: { title: 'late' }, depends_on: ['slow'] },
        { id: 'soon', tool: 'tickets:close_ticket', arguments: { id: 'x' } },
        { id: 'last', tool: 'tickets:close_ticket', arguments: { id: '$OUTPUT[late].id' } },
      ],
    }),
    fileName: 'plan.json',
  }

  const end = await runAt(desk, await rehearseAt(desk, plan), plan)

  expect(end).toMatchObject({ ended: 'completed', why: '' })
  expect(desk.effects().map(ofAnyId).sort()).toEqual([
    'close_ticket {"id":"T"}',
    'close_ticket {"id":"x"}',
    'open_ticket {"title":"late"}',
  ])
})

function ofAnyId(call: string): string {
  return call.replace(/T-\d+/, 'T')
}
