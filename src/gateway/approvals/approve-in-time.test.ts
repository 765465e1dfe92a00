import { expect, test } from 'vitest'
import { manualClock } from '../../base/index.js'
import type { ApprovalQuestion, Approve } from './approve.js'
import { approveInTime } from './approve-in-time.js'

const QUESTION: ApprovalQuestion = {
  call: { n: 1, server: 'notes', tool: 'write_note' },
  ...{ tool: 'notes:write_note', arguments: {}, effect: 'write', certain: true, why: 'of the policy' },
}

/** Waits for its signal; tells of each it was asked with. */
function nobody(): { readonly approve: Approve; readonly signals: AbortSignal[] } {
  const signals: AbortSignal[] = []
  return {
    signals,
    approve: ({ call: { signal } }) =>
      new Promise((_, reject) => {
        if (signal === undefined) return
        signals.push(signal)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  }
}

test('an approval that comes in time is the answer', async () => {
  const approve = approveInTime(async () => ({ approved: true }), { limitMs: 10, clock: manualClock() })

  expect(await approve(QUESTION)).toEqual({ approved: true })
})

test('an approval that nobody gives is a refusal that says what to do, and the question is withdrawn', async () => {
  const clock = manualClock()
  const { approve, signals } = nobody()

  const answer = approveInTime(approve, { limitMs: 60_000, clock })(QUESTION)
  clock.advance(60_000)

  expect(await answer).toEqual({
    approved: false,
    why: 'nobody answered within 60000 ms. Answer the question at the client, give it more time (--approval-timeout), or let the policy allow this tool',
  })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('an approval has five minutes where nobody says otherwise', async () => {
  const clock = manualClock()

  const answer = approveInTime(nobody().approve, { clock })(QUESTION)
  clock.advance(300_000)

  expect(await answer).toMatchObject({ approved: false })
})

test('an approval of a call that is cancelled rejects with the reason of its signal', async () => {
  const call = new AbortController()
  const approve = approveInTime(nobody().approve, { limitMs: 10, clock: manualClock() })

  const answer = approve({ ...QUESTION, call: { ...QUESTION.call, signal: call.signal } })
  call.abort(new Error('gone'))

  await expect(answer).rejects.toThrow('gone')
})
