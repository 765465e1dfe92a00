/** A real run does what was rehearsed, once, and nothing else. */
import { expect, test } from 'vitest'
import { openDesk, rehearseAt, runAt } from './ticket-desk.js'

const PLAN = {
  text: `const { tickets } = await mcp.tickets.list_tickets()
const { id } = await mcp.tickets.open_ticket({ title: tickets[0] + Math.random() })
await mcp.tickets.close_ticket({ id })
return Date.now()`,
}

test('a plan runs as it was rehearsed: the same chance and clock, and what is known after a call is the real one', async () => {
  await using desk = await openDesk()
  const receipt = await rehearseAt(desk, PLAN)

  const { ended, report } = await runAt(desk, receipt, PLAN)

  expect(ended).toBe('completed')
  expect(report).toMatchObject({
    receipt: receipt.id,
    not_made: [],
    result: Date.parse('2020-02-02T02:02:02Z'),
  })
  expect(report?.calls).toMatchObject([
    { predicted: { duration_ms: 0 } },
    { predicted: { call: 2, outcome: 'result' } },
    { predicted: { call: 3 }, arguments: { id: 'T-101' } },
  ])
  const title = receipt.effects[0]?.arguments.title
  expect(desk.effects()).toEqual([
    `open_ticket {"title":${JSON.stringify(title)}}`,
    'close_ticket {"id":"T-101"}',
  ])
})

test('a receipt is spent by one run', async () => {
  await using desk = await openDesk()
  const receipt = await rehearseAt(desk, PLAN)

  await runAt(desk, receipt, PLAN)
  const again = await runAt(desk, receipt, PLAN)

  expect(again).toEqual({ ended: 'not begun', why: expect.stringContaining('It was spent before') })
  expect(desk.effects()).toHaveLength(2)
})
