import { expect, test } from 'vitest'
import { manualClock } from '../../base/index.js'
import { createAlarm } from './alarm.js'

test('createAlarm rings once for the last time that was set, and never after the end', async () => {
  const clock = manualClock()
  const over = new AbortController()
  let rung = 0
  const wakeAfter = createAlarm(clock, over.signal, () => rung++)

  wakeAfter(10)
  wakeAfter(20)
  await pass(10)
  expect(rung).toBe(0)
  await pass(10)
  expect(rung).toBe(1)
  wakeAfter(10)
  over.abort()
  wakeAfter(10)
  await pass(100)
  expect(rung).toBe(1)

  async function pass(ms: number): Promise<void> {
    clock.advance(ms)
    await Promise.resolve()
  }
})
