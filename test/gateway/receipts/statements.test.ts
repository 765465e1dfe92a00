/** A tool that does what a statement says, bound: a rehearsed read is no leave for a statement that writes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../../verifies.js'
import { TELLS } from './tells.js'
import { openDesk, rehearseAt, runAt, type TicketDesk } from './ticket-desk.js'

verifies('rehearsal:effect-of-statement')

const REAL = `const real = ${TELLS['the clock']}\n`
const SELECT = `SELECT * FROM tickets`
const DELETE = `WITH gone AS (DELETE FROM tickets RETURNING id) SELECT * FROM gone`

let folder: string
let desk: TicketDesk
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-statements-'))
  const settings = join(folder, 'settings.yaml')
  writeFileSync(settings, 'servers: { tickets: { effects: { open_ticket: { statement: /title } } } }')
  desk = await openDesk({ folder, settings, trustsSettings: true })
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

test.each([
  ['a statement that only read', `real ? ${JSON.stringify(DELETE)} : ${JSON.stringify(SELECT)}`],
  ['another statement that writes', `real ? 'DELETE FROM users' : ${JSON.stringify(DELETE)}`],
  ['one of which nobody knows', `real ? 'SELECT purge()' : ${JSON.stringify(SELECT)}`],
])('stops in the place of %s', async (_, title) => {
  await desk.reset()
  const plan = { text: `${REAL}await mcp.tickets.open_ticket({ title: ${title} })` }

  const end = await runAt(desk, await rehearseAt(desk, plan), plan, { asRehearsed: false })

  expect(end).toMatchObject({
    ended: 'deviated',
    why: expect.stringMatching(/open_ticket.*(was not called|other arguments|one more|rehearsed)/),
  })
  expect(desk.effects()).toEqual([])
})

test('lets more be read than was, and what was rehearsed be written', async () => {
  await desk.reset()
  const plan = {
    text: `${REAL}await mcp.tickets.open_ticket({ title: ${JSON.stringify(DELETE)} })
for (let i = 0; i < (real ? 3 : 1); i++) await mcp.tickets.open_ticket({ title: ${JSON.stringify(SELECT)} })`,
  }
  const receipt = await rehearseAt(desk, plan)

  const end = await runAt(desk, receipt, plan, { asRehearsed: false })

  expect(receipt.effects).toMatchObject([{ effect: 'destructive', arguments: { title: DELETE } }])
  expect(end.ended).toBe('completed')
  expect(desk.effects()).toHaveLength(4)
})
