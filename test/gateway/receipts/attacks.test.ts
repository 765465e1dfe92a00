/** Programs that try to make an effect that their receipt does not hold, or one twice. What was done is the server's own word. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/base/index.js'
import type { Receipt } from '../../../src/plan/index.js'
import { verifies } from '../../verifies.js'
import { OTHER_WAYS } from './other-ways.js'
import { TELLS } from './tells.js'
import { openDesk, rehearseAt, resealed, runAt, type TicketDesk } from './ticket-desk.js'

/** Told `real`, which is false in the rehearsal and true in the run. */
const ATTACKS: Readonly<Record<string, string>> = {
  'a member that is named as the prototype': `await open(JSON.parse(real ? '{"title":"one","__proto__":{"x":1}}' : '{"title":"one"}'))`,
  'a member that every object inherits': `await open({ title: 'one', ...(real ? { toString: 'x', constructor: 'y' } : {}) })`,
  'a member with an empty name': `await open({ title: 'one', ...(real ? { '': 1 } : {}) })`,
  'the same letters, composed otherwise': `await open({ title: real ? 'e\\u0301' : '\\u00e9' })`,
  'half a character in place of the mark for one': `await open({ title: real ? '\\ud800' : '\\ufffd' })`,
  'a letter that looks the same': `await open({ title: real ? '\\u043ene' : 'one' })`,
  'a blank that nobody sees': `await open({ title: real ? 'one\\u200b' : 'one' })`,
  'a text in place of a number': `await open({ title: 'one', n: real ? '1' : 1 })`,
  'a list in place of its only item': `await open({ title: 'one', n: real ? [1] : 1 })`,
  'two million letters, of which the last differs': `await open({ title: 'x'.repeat(2_000_000) + (real ? 'y' : 'x') })`,
  'a member deep inside': `let deep = { end: real }
for (let i = 0; i < 60; i++) deep = { deep }
await open({ title: 'one', deep })`,
  'a getter that says something else the second time': `let looks = 0
await open({ get title() { return real && looks++ > 0 ? 'two' : real ? 'three' : 'one' } })`,
  'a proxy whose members change': `await open(new Proxy({ title: 'one' }, { get: (it, name) => (real && name === 'title' ? 'two' : it[name]) }))`,
  'what turns itself into another text': `await open({ title: 'one', n: real ? { toJSON: () => 2 } : 1 })`,
  'a patched JSON.stringify': `if (real) JSON.stringify = () => '{"title":"two"}'
await open({ title: real ? 'two' : 'one' })`,
  'a patched list': `if (real) Array.prototype.map = Array.prototype.filter = () => []
await open({ title: real ? 'two' : 'one' })`,
  'a tool named by another case': `await mcp.tickets[real ? 'OPEN_TICKET' : 'open_ticket']({ title: 'one' })
if (real) await open({ title: 'two' })`,
  'a place told by a forged stack': `if (real) Error.prepareStackTrace = () => 'at plan.ts:2:48'
await open({ title: 'one' })
if (real) await mcp.tickets.open_ticket({ title: 'one' })`,
  'a call out of eval': `await open({ title: 'one' })
if (real) await (0, eval)("(mcp) => mcp.tickets.open_ticket({ title: 'one' })")(mcp)`,
  'a call out of a new function': `await open({ title: 'one' })
if (real) await new Function('mcp', "return mcp.tickets.open_ticket({ title: 'one' })")(mcp)`,
  'one more that nobody waits for': `await open({ title: 'one' })
if (real) { open({ title: 'one' }); open({ title: 'one' }) }`,
  'one more in a microtask of the last answer': `await open({ title: 'one' }).then(() => (real ? open({ title: 'one' }) : 0)).finally(() => (real ? open({ title: 'one' }) : 0))`,
  'a deviation that is caught, and gone on after': `if (real) await mcp.tickets.wipe({}).catch(() => 0)
await open({ title: 'one' }).catch(() => 0)`,
  'a deviation beside what was rehearsed': `await Promise.all([...(real ? [mcp.tickets.wipe({})] : []), open({ title: 'one' })])`,
  'another part of the same answer': `const said = await open({ title: 'one' })
await mcp.tickets.close_ticket({ id: real ? Object.keys(said)[0] : said.id })`,
  'the answer of the other of two calls': `const [a, b] = [await open({ title: 'one' }), await open({ title: 'two' })]
await mcp.tickets.close_ticket({ id: real ? a.id : b.id })
await mcp.tickets.close_ticket({ id: real ? a.id : a.id })`,
}

/** What is the same to every server: none is stopped, and each is made as it was rehearsed. */
const SAME: Readonly<Record<string, string>> = {
  'no value, and none': `await open({ title: 'one', n: real ? undefined : undefined })`,
  'a hole in a list': `await open({ title: 'one', n: real ? [, 1] : [null, 1] })`,
  'a zero below zero': `await open({ title: 'one', n: real ? -0 : 0 })`,
  'numbers that are one': `await open({ title: 'one', n: real ? 9007199254740993 : 9007199254740992 })`,
  'an object without a prototype': `await open(real ? Object.assign(Object.create(null), { title: 'one' }) : { title: 'one' })`,
}

const planOf = (text: string) => ({
  text: `const real = ${TELLS['the clock']}\nconst open = (given) => mcp.tickets.open_ticket(given)\n${text}`,
})

let desk: TicketDesk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk[Symbol.asyncDispose]())

describe('a program that knows that it is real is stopped before', () => {
  test.each(Object.entries({ ...ATTACKS, ...OTHER_WAYS }))('%s', async (_, text) => {
    verifies('receipt:deviations')
    await desk.reset()
    const plan = planOf(text)
    const receipt = await rehearseAt(desk, plan)

    const { ended } = await runAt(desk, receipt, plan, { asRehearsed: false })

    expect(ended).not.toBe('completed')
    expect(beyond(receipt)).toEqual([])
  })
})

describe('a program that knows that it is real is not stopped for', () => {
  test.each(Object.entries(SAME))('%s', async (_, text) => {
    await desk.reset()
    const plan = planOf(text)
    const receipt = await rehearseAt(desk, plan)

    expect(await runAt(desk, receipt, plan, { asRehearsed: false })).toMatchObject({ ended: 'completed' })
    expect(beyond(receipt)).toEqual([])
    expect(desk.effects()).toHaveLength(receipt.effects.length)
  })
})

test('what failed once is not made twice by two that try again side by side', async () => {
  await using busy = await openDesk({ promises: 'busy' })
  const plan = planOf(
    `await open({ title: 'one' }).catch(() => Promise.all([open({ title: 'one' }), open({ title: 'one' })]))`,
  )
  const receipt = await rehearseAt(busy, plan)

  const { ended } = await runAt(busy, receipt, plan)

  expect(ended).toBe('deviated')
  expect(busy.effects().length).toBeLessThanOrEqual(1)
})

describe('a receipt', () => {
  const plan = planOf(`await open({ title: 'one' })`)

  test.each<[string, (receipt: Receipt) => object]>([
    ['with an effect more', (it) => ({ effects: [...it.effects, ...it.effects] })],
    [
      'whose tool is taken to read',
      (it) => ({
        tools: JSON.parse(
          JSON.stringify(it.tools).replace('"write"', '"read"').replace('"unknown"', '"read"'),
        ),
      }),
    ],
    ['with a member named as the prototype', () => JSON.parse('{"__proto__":{"effects":[]},"effects":[]}')],
    ['whose seal is that of another', () => ({ seal: `hmac-sha256:${'0'.repeat(64)}` })],
    ['that approves itself', () => ({ principal: 'ann', approvals: [{ by: 'ann', signature: 'AAAA' }] })],
  ])('%s is refused', async (_, change) => {
    await desk.reset()
    const receipt = await rehearseAt(desk, plan)

    expect(await runAt(desk, { ...receipt, ...change(receipt) }, plan)).toMatchObject({
      ended: 'not begun',
      why: expect.stringMatching(/It was edited|its seal is another one/),
    })
    expect(desk.effects()).toEqual([])
  })

  test('that the journal itself sealed for another name of its tool binds no call', async () => {
    await desk.reset()
    const receipt = await rehearseAt(desk, plan)
    const renamed = resealed(
      {
        ...receipt,
        effects: receipt.effects.map((effect) => ({ ...effect, tool: 'tickets:wipe' as const })),
      },
      desk.journal.receiptKey,
    )

    expect((await runAt(desk, renamed, plan)).ended).toBe('deviated')
    expect(desk.effects()).toEqual([])
  })
})

/** What the server was asked beyond what the receipt holds, each of its effects counting once. */
function beyond({ effects }: Receipt): readonly string[] {
  const left = effects.map(({ tool, arguments: args }) => `${tool.split(':')[1]} ${canonicalJson(args)}`)
  return desk.effects().filter((made) => {
    const at = left.findIndex((each) => each === made || each === made.replace(/"T-\d+"/g, 'null'))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
