import { expect, it } from 'vitest'
import { createViolationLog } from './violation-log.js'

const violation = (frame: object) => ({ side: 'server' as const, text: 'wrong', frame: { ...frame } })

it('a log of violations keeps the frames of all within one size, and the beginning of what is too large', () => {
  const log = createViolationLog()

  for (let id = 0; id < 200; id++) log.add([violation({ id, text: 'x'.repeat(50_000) })])

  const whole = log.kept.filter(({ frame }) => typeof frame !== 'string')
  expect([log.kept.length, whole.length]).toEqual([200, 83])
  expect(JSON.stringify(log.kept).length).toBeLessThan(4_300_000)
})

it('a log of violations keeps the beginning of a frame that nobody could read', () => {
  const log = createViolationLog()

  log.add([violation({ text: 'x'.repeat(70_000) }), violation({ text: 'y' })])

  expect(log.kept.map(({ frame }) => JSON.stringify(frame).length < 1100)).toEqual([true, true])
  expect(log.kept[1]?.frame).toEqual({ text: 'y' })
})

it('a log of violations keeps a frame once for all that is wrong with it', () => {
  const log = createViolationLog()
  const frame = { text: 'x'.repeat(60_000) }

  log.add(Array.from({ length: 100 }, () => ({ side: 'server', text: 'wrong', frame })))

  expect(log.kept.every((each) => each.frame === frame)).toBe(true)
})

it('a log of violations counts what it does not keep, by side', () => {
  const log = createViolationLog(2)

  log.add([violation({}), { side: 'client', text: 'wrong', frame: 'x' }, violation({})])
  log.add([violation({}), { side: 'client', text: 'wrong', frame: 'x' }])

  expect([log.kept.length, log.further]).toEqual([2, { server: 2, client: 1 }])
})
