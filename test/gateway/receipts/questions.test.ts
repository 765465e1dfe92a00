/** One question for a whole plan; and what has to be rehearsed before it is called. */
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/index.js'
import type { PlanQuestion } from '../../../src/gateway/receipts/approve-plan.js'
import { type Policy, parsePolicy } from '../../../src/policy/index.js'
import { verifies } from '../../verifies.js'
import { connect } from '../notes-gateway.js'
import { openDesk, rehearseAt, runAt } from './ticket-desk.js'

const ASKS: Policy = { rules: [{ tools: 'tickets:*', decision: 'ask' }] }
const PLAN = {
  text: `const { id } = await mcp.tickets.open_ticket({ title: 'one', token: params.token })
for (const each of ['x', 'y']) await mcp.tickets.close_ticket({ id: each })
await mcp.tickets.close_ticket({ id })`,
  params: { token: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789' },
}

test('a person is asked once, is shown every argument and no secret, and approves this receipt', async () => {
  verifies('receipt:one-question', 'receipt:no-secrets')
  const asked: PlanQuestion[] = []
  await using desk = await openDesk({
    policy: ASKS,
    approvePlan: (question) => {
      asked.push(question)
      return Promise.resolve({ approved: true })
    },
    approve: () => Promise.resolve({ approved: false, why: 'no call is asked for by itself' }),
  })
  const receipt = await rehearseAt(desk, PLAN)

  const end = await runAt(desk, receipt, PLAN)

  expect(end.ended).toBe('completed')
  expect(asked).toMatchObject([
    {
      receipt: receipt.id,
      asked: ['tickets:open_ticket', 'tickets:close_ticket'],
      effects: [
        'tickets:open_ticket at 1:34 (write, nobody knows a way back):',
        '  {"title":"one","token":"(a secret)"}',
        'tickets:close_ticket at 2:50 (destructive, cannot be undone), 2 times:',
        '  {"id":"x"}',
        '  {"id":"y"}',
        'tickets:close_ticket at 3:19 (destructive, cannot be undone):',
        '  {"id":"(what call 1 answers at /id)"}',
        '4 of 4 effects have no way back:',
        '  call 1, tickets:open_ticket: no copy showed what it changes',
        '  calls 2, 3, 4, tickets:close_ticket: no copy showed what it changes',
      ],
    },
  ])
  expect(JSON.stringify([asked, receipt, end.report])).not.toContain('ghp_')
  expect(desk.effects()[0]).toContain('ghp_')
})

test('a plan that is not approved is not run, and its receipt is not spent', async () => {
  let isYes = false
  await using desk = await openDesk({
    policy: ASKS,
    approvePlan: () =>
      Promise.resolve(isYes ? { approved: true } : { approved: false, why: 'the answer was no' }),
  })
  const receipt = await rehearseAt(desk, PLAN)

  expect(await runAt(desk, receipt, PLAN)).toMatchObject({
    ended: 'not begun',
    why: expect.stringContaining('the answer was no'),
  })
  expect(desk.effects()).toEqual([])
  isYes = true
  expect((await runAt(desk, receipt, PLAN)).ended).toBe('completed')
})

test('a client is asked by elicitation, and one that cannot be asked is refused', async () => {
  await using desk = await openDesk({ policy: ASKS, journal: false })
  const questions: JsonObject[] = []
  await using person = await connect(desk.gateway, {
    handlers: {
      'elicitation/create': (params) => {
        questions.push(params)
        return Promise.resolve({ action: 'accept', content: { approve: questions.length > 1 } })
      },
    },
  })
  await using nobody = await connect(desk.gateway)
  const code = "await mcp.tickets.open_ticket({ title: 'one' })"

  const alone = await nobody.callTool('run_plan', { receipt: await receiptOf(nobody, code) })
  const receipt = await receiptOf(person, code)
  const no = await person.callTool('run_plan', { receipt })
  const before = desk.effects()
  const yes = await person.callTool('run_plan', { receipt })

  expect(JSON.stringify(alone)).toContain('this client cannot be asked')
  expect(JSON.stringify(no)).toContain('the answer was no')
  expect(JSON.stringify(yes)).toContain('completed')
  expect([before, desk.effects()]).toEqual([[], ['open_ticket {"title":"one"}']])
  expect(questions[0]?.message).toContain(
    'tickets:open_ticket at 1:19 (write, nobody knows a way back):\n  {"title":"one"}',
  )
  expect(questions[0]?.message).toContain(receipt)
})

test('with a journal a plan waits for a person who comes later, and goes on once that one said yes', async () => {
  await using desk = await openDesk({ policy: ASKS })
  await using nobody = await connect(desk.gateway)
  await using person = await connect(desk.gateway, {
    handlers: {
      'elicitation/create': () => Promise.resolve({ action: 'accept', content: { approve: true } }),
    },
  })
  const receipt = await receiptOf(nobody, "await mcp.tickets.open_ticket({ title: 'one' })")

  const waiting = JSON.stringify(await nobody.callTool('run_plan', { receipt }))
  const [, id = ''] = /"run_id":"([0-9a-f]{16})"/.exec(waiting) ?? []
  const alone = await nobody.callTool('runs', { action: 'approve', id })
  const before = desk.effects()
  const yes = await person.callTool('runs', { action: 'approve', id })
  const done = await nobody.callTool('runs', { action: 'resume', id })

  expect(waiting).toContain('it waits for a person')
  expect([JSON.stringify(alone), before]).toEqual([expect.stringContaining('nobody can be asked here'), []])
  expect(yes).toMatchObject({ structured: { id, approved: true } })
  expect(JSON.stringify(done)).toContain('completed')
  expect(desk.effects()).toEqual(['open_ticket {"title":"one"}'])
})

test('single calls need a receipt where the policy says so, unless a rule allows the tool by name', async () => {
  verifies('gateway:require-receipt')
  const policy = parsePolicy(
    {
      require_receipt: ['write', 'destructive', 'external', 'unknown'],
      rules: [
        { tools: 'tickets:close_ticket', decision: 'allow' },
        { tools: 'tickets:*', decision: 'allow' },
      ],
    },
    'the policy',
  )
  await using desk = await openDesk({ policy })
  await using client = await connect(desk.gateway)

  const opened = await client.callTool('tickets__open_ticket', { title: 'one' })
  await client.callTool('tickets__close_ticket', { id: 'x' })
  await client.callTool('tickets__list_tickets', {})
  const run = await client.callTool('execute_code', { code: 'await mcp.tickets.wipe()' })

  expect(JSON.stringify(opened)).toContain('may be called only as rehearsed')
  expect(JSON.stringify(opened)).toContain('Rehearse it first')
  expect(JSON.stringify(run)).toContain('there is no receipt')
  expect(desk.effects()).toEqual(['close_ticket {"id":"x"}'])
  const receipt = await receiptOf(client, 'await mcp.tickets.wipe()')
  await client.callTool('run_plan', { receipt })
  expect(desk.effects()).toEqual(['close_ticket {"id":"x"}', 'wipe {}'])
})

test('clients run plans by a receipt where the policy says nothing, and as ever where it says never', async () => {
  await using habit = await openDesk()
  await using never = await openDesk({
    policy: parsePolicy({ rules: [], require_receipt: 'never' }, 'the policy'),
  })
  await using careful = await connect(habit.gateway)
  await using free = await connect(never.gateway)
  const code = 'await mcp.tickets.list_tickets()\nawait mcp.tickets.wipe()'

  await careful.callTool('execute_code', { code })
  await careful.callTool('tickets__close_ticket', { id: 'x' })
  await free.callTool('execute_code', { code })

  expect(habit.effects()).toEqual(['close_ticket {"id":"x"}'])
  expect(never.effects()).toEqual(['wipe {}'])
})

async function receiptOf(
  client: { callTool(name: string, args: JsonObject): Promise<unknown> },
  code: string,
): Promise<string> {
  const answer = JSON.stringify(await client.callTool('execute_code', { code, dry_run: true }))
  const [, receipt] = /receipt (sha256:[0-9a-f]{64})/.exec(answer) ?? []
  if (receipt === undefined) throw new Error(`no receipt in ${answer}`)
  return receipt
}
