import { expect, it } from 'vitest'
import type { PlannedContacts } from '../contact/index.js'
import { createContactConsent } from './contact-consent.js'
import type { DiscreetIo } from './discreet-io.js'

const PLAN = { plan: 'await mcp.s.get({ id: 1 })\nawait mcp.s.find({})\n', fileName: 'plan.ts' }

it('asks once, however often the plan is rehearsed, and again when another tool is to be asked', async () => {
  const { io, questions } = terminal('y')
  const consent = createContactConsent()

  const first = await consent.of(planned('s:get'), PLAN, io)
  const second = await consent.of(planned('s:get'), { ...PLAN, plan: `${PLAN.plan}// changed\n` }, io)
  const more = await consent.of(planned('s:get', 's:find'), PLAN, io)

  expect([first, second, more].map(({ ways }) => [...ways.keys()])).toEqual([
    ['s:get'],
    ['s:get'],
    ['s:get', 's:find'],
  ])
  expect(questions).toHaveLength(2)
})

it('keeps a no, too, and leaves stand-ins alone', async () => {
  const { io, questions } = terminal('n')
  const consent = createContactConsent()
  const { ways, ...rest } = planned('s:get')
  const both = { ...rest, ways: new Map([...ways, ['s:find', { kind: 'stand-in' }] as const]) }

  for (const _ of [1, 2]) expect([...(await consent.of(both, PLAN, io)).ways.keys()]).toEqual(['s:find'])
  expect(questions).toHaveLength(1)
})

it('asks nobody where there is no terminal, and about nothing where the plan calls no such server', async () => {
  const { io, questions } = terminal('n')
  const contacts = planned('s:get')

  expect(await createContactConsent().of(contacts, PLAN, { ...io, ask: undefined })).toBe(contacts)
  expect(await createContactConsent().of(contacts, { ...PLAN, plan: 'return 1' }, io)).toBe(contacts)
  expect(questions).toEqual([])
})

function planned(...tools: readonly `${string}:${string}`[]): PlannedContacts {
  return {
    ways: new Map(tools.map((tool) => [tool, { kind: 'live' }])),
    effects: { claim: () => undefined, footprint: () => undefined },
    findings: [],
  }
}

function terminal(answer: string) {
  const questions: string[] = []
  const ask = async (question: string) => {
    questions.push(question)
    return answer
  }
  const io: Pick<DiscreetIo, 'ask' | 'redact'> = { ask, redact: (text) => text }
  return { io: io as DiscreetIo, questions }
}
