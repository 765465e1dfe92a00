import { expect, test } from 'vitest'
import { SessionError } from '../../base/index.js'
import { createLivenessCheck } from './liveness-check.js'

const timedOut = new SessionError('REQUEST_TIMEOUT', 'Cannot ping: no answer within 1 ms')

function watched(ping: () => Promise<unknown>) {
  const hung: string[] = []
  let pings = 0
  const counted = (): Promise<unknown> => {
    pings++
    return ping()
  }
  const liveness = createLivenessCheck({ after: 3, ping: counted, onHung: (why) => hung.push(why) })
  return { liveness, hung, pings: () => pings }
}

/** Whatever hangs on promises that are settled has been done. */
async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

test('a server hangs when it leaves several requests unanswered, and then a ping', async () => {
  const { liveness, hung, pings } = watched(() => Promise.reject(timedOut))

  liveness.unanswered()
  liveness.unanswered()
  expect(pings()).toBe(0)
  liveness.unanswered()
  await settled()
  liveness.unanswered()
  await settled()

  expect(hung).toEqual(['it left 3 requests in a row without an answer, and then a ping'])
  expect(pings()).toBe(1)
})

test('a server that says anything in between does not hang', async () => {
  const { liveness, hung, pings } = watched(() => Promise.reject(timedOut))

  for (let i = 0; i < 5; i++) {
    liveness.unanswered()
    liveness.unanswered()
    liveness.heard()
  }
  await settled()

  expect([hung, pings()]).toEqual([[], 0])
})

test('a server that says something while it is asked does not hang', async () => {
  let answer: ((failure: Error) => void) | undefined
  const { liveness, hung } = watched(
    () =>
      new Promise((_, reject) => {
        answer = reject
      }),
  )

  for (let i = 0; i < 3; i++) liveness.unanswered()
  liveness.heard()
  answer?.(timedOut)
  await settled()

  expect(hung).toEqual([])
})

test('a server whose session is closed while it is asked does not hang', async () => {
  const { liveness, hung } = watched(() => Promise.reject(new Error('closed')))

  for (let i = 0; i < 3; i++) liveness.unanswered()
  await settled()

  expect(hung).toEqual([])
})
