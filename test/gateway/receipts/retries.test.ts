/** Plans that try again: what failed may leave once more, and what may have taken effect does not. What was done is the server's own word. */
import { expect, test } from 'vitest'
import { readWent } from '../../../src/plan/index.js'
import { verifies } from '../../verifies.js'
import { openDesk, rehearseAt, runAt } from './ticket-desk.js'

const PATIENTLY = `async function patiently(call) {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (failure) {
      if (tries === 3) throw failure
      await new Promise((go) => setTimeout(go, 5))
    }
  }
}`
const ONE = `${PATIENTLY}
const { id } = await patiently(() => mcp.tickets.open_ticket({ title: 'one' }))
await patiently(() => mcp.tickets.close_ticket({ id }))`
const LOOP = `${PATIENTLY}
for (const title of ['one', 'two']) {
  const { id } = await patiently(() => mcp.tickets.open_ticket({ title }))
  await patiently(() => mcp.tickets.close_ticket({ id }))
}`
const BESIDE = `${PATIENTLY}
await Promise.all(['x', 'y', 'z'].map((id) => patiently(() => mcp.tickets.close_ticket({ id }))))`

test.each([
  ['busy', 'one after another', ONE, 2],
  ['refused', 'one after another', ONE, 2],
  ['busy', 'in a loop', LOOP, 4],
  ['refused', 'side by side', BESIDE, 3],
])(
  'of a server that is %s, calls %s are made again, and each takes effect once',
  async (promises, _, text, count) => {
    verifies('receipt:retries')
    await using desk = await openDesk({ promises })
    const receipt = await rehearseAt(desk, { text })

    const end = await runAt(desk, receipt, { text })

    expect(end).toMatchObject({ ended: 'completed', why: '', report: { not_made: [] } })
    // The log has what was done; what was refused stands in the report alone.
    expect(desk.effects()).toHaveLength(count)
    expect(new Set(desk.effects()).size).toBe(count)
    expect(end.report?.calls).toHaveLength(2 * count)
    const madeAgain = end.report?.calls.filter(({ predicted }) => predicted?.made_again !== undefined)
    expect(madeAgain).toHaveLength(count)
    expect(madeAgain?.map(({ outcome }) => outcome)).not.toContain('result')
    const [{ went = '{}' } = {}] = await desk.journal.list()
    expect(readWent(went)).toMatchObject({ as_said: true, verdict: receipt.verdict })
  },
)

test('a call whose error leaves open whether it took effect is not made again', async () => {
  await using desk = await openDesk({ promises: 'open' })
  const receipt = await rehearseAt(desk, { text: ONE })

  const end = await runAt(desk, receipt, { text: ONE })

  expect(end).toMatchObject({
    ended: 'deviated',
    why: expect.stringMatching(/one more: the same call failed before \(call 1\).*504 Gateway Timeout/),
  })
  expect(desk.effects()).toEqual(['open_ticket {"title":"one"}'])
})

test('a call that was never answered is not made again, and named', async () => {
  await using desk = await openDesk({ promises: 'lost' })
  const receipt = await rehearseAt(desk, { text: ONE })

  const { report } = await runAt(desk, receipt, { text: ONE })

  expect(report).toMatchObject({
    ended: 'refused',
    in_doubt: [{ tool: 'tickets:open_ticket', arguments: { title: 'one' } }],
  })
  expect(desk.effects()).toEqual(['open_ticket {"title":"one"}'])
})

test('a call that succeeded is not made again by a plan that takes it for a failure', async () => {
  await using desk = await openDesk()
  const text = `${PATIENTLY}
const said = await mcp.tickets.get_time()
await patiently(async () => {
  await mcp.tickets.open_ticket({ title: 'one' })
  if (said.now !== 1) throw new Error('not yet')
})`
  const receipt = await rehearseAt(desk, { text })

  const end = await runAt(desk, receipt, { text })

  expect(end.ended).toBe('deviated')
  expect(desk.effects().length).toBeLessThanOrEqual(1)
})
