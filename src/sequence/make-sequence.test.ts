import { expect, it } from 'vitest'
import { makeSequence, type Play, type PlayedCall, replaySession, SEQUENCE_FORMAT } from './index.js'

it('a session that each world answers alike is a plan of its calls as they were', async () => {
  const session: Play = { calls: [said(1, 'read', 'a'), said(2, 'write', 'done')], late: [] }
  const again = await replaySession(session, {
    call: ({ n }) => Promise.resolve({ end: (session.calls[n - 1] as PlayedCall).end, changes: [] }),
    end: () => Promise.resolve([]),
  })

  const made = makeSequence(session, [again, again])

  expect(made).toEqual({
    kind: 'appliable',
    sequence: {
      format: SEQUENCE_FORMAT,
      steps: [
        { server: 'files', tool: 'read', promise: { outcome: 'result', value: 'a' } },
        { server: 'files', tool: 'write', promise: { outcome: 'result', value: 'done' } },
      ],
      own: {},
    },
  })
})

function said(n: number, tool: string, text: string): PlayedCall {
  const outcome = { kind: 'result', content: [{ type: 'text', text }] } as const
  return { n, server: 'files', tool, isRead: false, end: { kind: 'answered', outcome }, changes: [] }
}
