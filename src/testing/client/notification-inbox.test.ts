import { expect, it } from 'vitest'
import { manualClock, UsageError } from '../../base/index.js'
import { createNotificationInbox, type NotificationInbox, type WaitOptions } from './notification-inbox.js'

const LOG = 'notifications/message'

it('a wait is given a notification that came before it', async () => {
  const { inbox } = started()
  inbox.add(LOG, { data: 1 })

  expect(await wait(inbox)).toMatchObject({ method: LOG, params: { data: 1 } })
})

it('a wait is given the next of its method that comes', async () => {
  const { inbox } = started()
  const waited = wait(inbox)

  inbox.add('notifications/other', {})
  inbox.add(LOG, { data: 2 })

  expect((await waited).params).toEqual({ data: 2 })
})

it('waits are given each notification once, in the order in which they came', async () => {
  const { inbox } = started()
  const waits = [wait(inbox), wait(inbox)]
  for (const data of [1, 2, 3]) inbox.add(LOG, { data })

  expect((await Promise.all(waits)).map(({ params }) => params.data)).toEqual([1, 2])
  expect((await wait(inbox)).params.data).toBe(3)
  expect(inbox.all).toHaveLength(3)
})

it.each([
  { data: { deep: [2] } },
  (params: { data?: unknown }) => JSON.stringify(params.data) === '{"deep":[2]}',
])('a wait takes only what fulfils its condition, members or a function', async (where) => {
  const { inbox } = started()
  const waited = wait(inbox, { where })
  inbox.add(LOG, { level: 'info', data: { deep: [1] } })
  inbox.add(LOG, { level: 'info', data: { deep: [2] } })

  expect((await waited).params.data).toEqual({ deep: [2] })
  expect((await wait(inbox)).params.data).toEqual({ deep: [1] })
})

it('a wait ends at its limit, and tells what came of the method', async () => {
  const { clock, inbox } = started()
  const waited = wait(inbox, { where: { data: 'x' }, timeout: 50 })
  inbox.add(LOG, { data: 'y\u001b[31m' })
  clock.advance(50)

  await expect(waited).rejects.toMatchObject({
    code: 'REQUEST_TIMEOUT',
    message: [
      'Cannot wait for "notifications/message": it did not come within 50 ms',
      '  1 came that did not fulfil the condition, or were given to earlier waits; the last:',
      '    {"data":"y\\u001b[31m"}',
    ].join('\n'),
  })
})

it('a wait that ends tells the methods of what came instead, or that nothing came', async () => {
  const { clock, inbox } = started()
  const silent = wait(inbox, { timeout: 10 })
  clock.advance(10)
  await expect(silent).rejects.toThrow('No notification came at all')

  inbox.add('notifications/a', {})
  inbox.add('notifications/a', {})
  const other = wait(inbox, { timeout: 10 })
  clock.advance(10)
  await expect(other).rejects.toThrow('What came:\n    notifications/a (2)')
})

it.each([0, -1, Number.NaN])('a wait of %d ms is refused', async (timeout) => {
  await expect(wait(started().inbox, { timeout })).rejects.toThrow('a limit is a positive number')
})

it('a wait that was given up takes nothing', async () => {
  const { inbox } = started()
  const controller = new AbortController()
  const waited = wait(inbox, { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(waited).rejects.toMatchObject({ code: 'REQUEST_ABORTED', cause: { message: 'enough' } })

  inbox.add(LOG, { data: 1 })
  expect((await wait(inbox)).params).toEqual({ data: 1 })
})

it('a condition that throws rejects its own wait, and nobody else', async () => {
  const { inbox } = started()
  const broken = wait(inbox, {
    where() {
      throw new Error('broken condition')
    },
  })
  const whole = wait(inbox)
  inbox.add(LOG, { data: 1 })

  await expect(broken).rejects.toThrow('broken condition')
  expect((await whole).params).toEqual({ data: 1 })
})

it('closing rejects those who wait and those who come, but not for what has come', async () => {
  const { inbox } = started()
  const waited = wait(inbox, { where: { data: 2 } })
  inbox.add(LOG, { data: 1 })
  inbox.close((doing) => new UsageError('ALREADY_CLOSED', `Cannot ${doing}: first`))
  inbox.close(() => new UsageError('ALREADY_CLOSED', 'second'))

  await expect(waited).rejects.toThrow('Cannot wait for "notifications/message": first')
  expect((await wait(inbox)).params).toEqual({ data: 1 })
  await expect(wait(inbox)).rejects.toThrow('first')
})

it('the inbox keeps the last 1000', () => {
  const { inbox } = started()

  for (let data = 0; data < 1200; data++) inbox.add(LOG, { data })

  expect(inbox.all).toHaveLength(1000)
  expect(inbox.all[0]?.params).toEqual({ data: 200 })
})

function started() {
  const clock = manualClock()
  return { clock, inbox: createNotificationInbox(clock) }
}

function wait(inbox: NotificationInbox, options: WaitOptions = {}) {
  return inbox.wait(LOG, { timeout: 1000, ...options })
}

it('the inbox keeps no more than 64 million characters, the newest', () => {
  const { inbox } = started()
  const text = 'x'.repeat(20_000_000)

  for (const data of [1, 2, 3, 4, 5]) inbox.add(LOG, { data, text })

  expect(inbox.all.map(({ params }) => params.data)).toEqual([3, 4, 5])
})
