import { expect, test } from 'vitest'
import type { Answer, ToolCall } from '../../call/index.js'
import type { Policy } from '../../policy/index.js'
import type { Approval, ApprovalQuestion } from './approve.js'
import { policyGate } from './policy-gate.js'

const POLICY: Policy = {
  rules: [
    { tools: 'files:read', effect: 'read', decision: 'allow' },
    { tools: 'files:delete', decision: 'deny' },
    { tools: 'files:*', decision: 'ask' },
  ],
}

test('policyGate lets through what is allowed and what no rule is about, and asks nobody', async () => {
  const { gate, questions, refused } = gateWith({ approved: true })

  expect(await gate.answer(call('files', 'read'), live)).toBe(LIVE)
  expect(await gate.answer(call('mail', 'send'), live)).toBe(LIVE)
  expect([questions, refused]).toEqual([[], []])
})

test('policyGate answers what is denied with an error of the tool, and asks neither the server nor a person', async () => {
  const { gate, questions, refused } = gateWith({ approved: true })

  expect(await gate.answer(call('files', 'delete'), nobody)).toEqual({
    outcome: {
      kind: 'tool-error',
      content: [{ type: 'text', text: 'files:delete is denied by the policy. It was not called.' }],
    },
    provenance: { source: 'stub', note: 'refused by the policy' },
  })
  expect(questions).toEqual([])
  expect(refused).toEqual([[7, 'files:delete is denied by the policy']])
})

test('policyGate asks with all that a person needs, and calls once it is approved', async () => {
  const { gate, questions } = gateWith({ approved: true })
  const asked = call('files', 'write')

  expect(await gate.answer(asked, live)).toBe(LIVE)
  expect(questions).toEqual([
    {
      call: asked,
      tool: 'files:write',
      arguments: { path: 'a' },
      effect: 'destructive',
      certain: false,
      why: 'the policy wants a person to approve each call of this tool',
    },
  ])
})

test('policyGate does not call what is not approved', async () => {
  const { gate, refused } = gateWith({ approved: false, why: 'the user declined' })

  expect((await gate.answer(call('files', 'write'), nobody)).outcome.kind).toBe('tool-error')
  expect(refused).toEqual([[7, 'files:write was not approved: the user declined']])
})

test('policyGate refuses what is to be asked where nobody can be asked, and says what to do', async () => {
  const { gate, refused } = gateWith(undefined)

  await gate.answer(call('files', 'write'), nobody)

  expect(refused).toEqual([
    [
      7,
      'files:write was not approved: nobody can be asked here. Use a client that supports elicitation, or let the policy allow this tool',
    ],
  ])
})

test('policyGate keeps every question until it is answered, in whatever order that is', async () => {
  const answers: ((approval: Approval) => void)[] = []
  const gate = policyGate(POLICY, {
    claim,
    approve: () => new Promise((resolve) => answers.push(resolve)),
    onRefused: () => undefined,
  })

  const calls = [1, 2, 3].map((n) => gate.answer({ ...call('files', 'write'), n }, live))
  answers[2]?.({ approved: true })
  answers[0]?.({ approved: false, why: 'no' })
  answers[1]?.({ approved: true })

  expect((await Promise.all(calls)).map(({ outcome }) => outcome.kind)).toEqual([
    'tool-error',
    'result',
    'result',
  ])
})

test('policyGate takes no approval that comes after the call was aborted', async () => {
  const over = new AbortController()
  const gate = policyGate(POLICY, {
    claim,
    approve: async () => {
      over.abort(new Error('the run is over'))
      return { approved: true }
    },
    onRefused: () => undefined,
  })

  await expect(gate.answer({ ...call('files', 'write'), signal: over.signal }, nobody)).rejects.toThrow(
    'the run is over',
  )
})

const LIVE: Answer = { outcome: { kind: 'result', content: [] }, provenance: { source: 'live' } }

function gateWith(approval: Approval | undefined) {
  const questions: ApprovalQuestion[] = []
  const refused: [number, string][] = []
  const gate = policyGate(POLICY, {
    claim,
    ...(approval === undefined
      ? {}
      : {
          approve: async (question: ApprovalQuestion) => {
            questions.push(question)
            return approval
          },
        }),
    onRefused: ({ n }, why) => refused.push([n, why]),
  })
  return { gate, questions, refused }
}

function claim() {
  return { effect: 'destructive', evidence: 'annotation', certain: false, reversible: 'no' } as const
}

function call(server: string, tool: string): ToolCall {
  return { n: 7, server, tool, arguments: { path: 'a' } }
}

async function live(): Promise<Answer> {
  return LIVE
}

function nobody(): Promise<Answer> {
  return Promise.reject(new Error('it was called'))
}
