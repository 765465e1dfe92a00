/** What is planted between a rehearsal and its run, as data: each row is a way to do another thing, and each kind has to have one. */

import { memoryJournal } from '../../../src/journal/index.js'
import type { Receipt } from '../../../src/plan/index.js'
import { type DeskOptions, laterBy, refitted, resealed } from './ticket-desk.js'

export const KINDS = [
  'changed argument',
  'extra call',
  'other order of dependent effects',
  'another tool',
  'contract changed between',
  'policy tightened',
  'other parameters',
  'edited program',
  'edited receipt',
  'expired receipt',
  'reused receipt',
  'foreign receipt',
  'moved target',
] as const
export type Kind = (typeof KINDS)[number]

/** By what a program may choose its tool. */
export const CHOSEN_BY = ['clock', 'chance', 'stack text', 'call duration', 'count'] as const

export interface Planted {
  readonly kind: Kind
  /** Told `real`, which is false in the rehearsal and true in the run. */
  readonly text: string
  readonly why: RegExp
  /** What the server was asked by then, at the most: what leaves beside it may be stopped, too. */
  readonly made: readonly string[]
}

export const ONE = 'open_ticket {"title":"one"}'

export const PLANTED: Readonly<Record<string, Planted>> = {
  'a changed argument': {
    kind: 'changed argument',
    text: `await mcp.tickets.open_ticket({ title: real ? 'two' : 'one' })`,
    why: /has other arguments: \/title is "two" instead of "one"/,
    made: [],
  },
  'one more argument': {
    kind: 'changed argument',
    text: `await mcp.tickets.open_ticket({ title: 'one', ...(real ? { urgent: true } : {}) })`,
    why: /\/urgent was not there, and is true/,
    made: [],
  },
  'one argument less': {
    kind: 'changed argument',
    text: `await mcp.tickets.open_ticket({ title: 'one', ...(real ? {} : { urgent: true }) })`,
    why: /\/urgent is missing/,
    made: [],
  },
  'an extra call of another tool': {
    kind: 'extra call',
    text: `await mcp.tickets.open_ticket({ title: 'one' })\nif (real) await mcp.tickets.wipe({})`,
    why: /tickets:wipe at \d+:\d+ was not called in the rehearsal/,
    made: [ONE],
  },
  'an extra call at a place that was called': {
    kind: 'extra call',
    text: `for (let i = 0; i < (real ? 2 : 1); i++) await mcp.tickets.open_ticket({ title: 'one' })`,
    why: /was called once in the rehearsal, and this is one more/,
    made: [ONE],
  },
  'an extra call side by side': {
    kind: 'extra call',
    text: `await Promise.all(Array.from({ length: real ? 3 : 1 }, () => mcp.tickets.close_ticket({ id: 'x' })))`,
    why: /one more/,
    made: ['close_ticket {"id":"x"}'],
  },
  'another order of effects of two places': {
    kind: 'other order of dependent effects',
    text: `const calls = [() => mcp.tickets.open_ticket({ title: 'one' }), () => mcp.tickets.close_ticket({ id: 'x' })]
if (real) calls.reverse()
for (const call of calls) await call()`,
    why: /comes before tickets:open_ticket at \d+:\d+, which had to be made first/,
    made: [],
  },
  'another tool at the same place': {
    kind: 'another tool',
    text: `await mcp.tickets[real ? 'wipe' : 'open_ticket']({ title: 'one' })`,
    why: /tickets:wipe.* was not called in the rehearsal/,
    made: [],
  },
  'the same call at another place': {
    kind: 'extra call',
    text: `if (real) await mcp.tickets.open_ticket({ title: 'one' })
else await mcp.tickets.open_ticket({ title: 'one' })`,
    why: /was rehearsed at \d+:\d+/,
    made: [],
  },
  'something else in the place of what a call answered': {
    kind: 'changed argument',
    text: `const { id } = await mcp.tickets.open_ticket({ title: 'one' })
await mcp.tickets.close_ticket({ id: real ? 'a' : id })`,
    why: /\/id is "a" instead of "T-\d+", what call \d+ answers at \/id/,
    made: [ONE],
  },
  'the very id of the rehearsal, which is another ticket for real': {
    kind: 'changed argument',
    text: `await mcp.tickets.open_ticket({ title: 'one' }).then(({ id }) => mcp.tickets.close_ticket({ id: real ? ['T', 'stub'].join('-') : id }))`,
    why: /\/id is "T-stub" instead of "T-\d+"/,
    made: [ONE],
  },
  'an effect that is left out before another one': {
    kind: 'other order of dependent effects',
    text: `if (!real) await mcp.tickets.open_ticket({ title: 'one' })
await mcp.tickets.close_ticket({ id: 'x' })`,
    why: /which had to be made first/,
    made: [],
  },
}

/** What the server is asked where chance plants nothing. */
export const BY_CHANCE: Readonly<Record<string, readonly string[]>> = {
  'a changed argument': [ONE],
  'an extra call of another tool': [ONE],
  'another tool at the same place': [ONE],
  'another order of effects of two places': [ONE, 'close_ticket {"id":"x"}'],
  'an effect that is left out before another one': [ONE, 'close_ticket {"id":"x"}'],
}

/** What is another one when the plan is run, and why it is stopped before anything of it is called. */
export interface Changed {
  readonly kind: Kind
  readonly what: string
  readonly why: RegExp
  /** The gateway that runs it. */
  readonly now?: DeskOptions
  readonly text?: (text: string) => string
  readonly params?: { readonly rehearsed: object; readonly run: object }
  readonly receipt?: (receipt: Receipt, key: string) => Receipt
  /** It was run by the receipt before. */
  readonly isRunBefore?: boolean
}

const LATER = '2999-01-01T00:00:00.000Z'
const ANOTHER_PLAN = /The plan is another one/

export const CHANGED: readonly Changed[] = [
  { kind: 'edited program', what: 'another word', text: (it) => it.replace('one', 'two'), why: ANOTHER_PLAN },
  { kind: 'edited program', what: 'a blank at its end', text: (it) => `${it} `, why: ANOTHER_PLAN },
  {
    kind: 'other parameters',
    what: 'another value',
    params: { rehearsed: { a: 1 }, run: { a: 2 } },
    why: /The parameters of the plan are other ones/,
  },
  {
    kind: 'other parameters',
    what: 'one more',
    params: { rehearsed: {}, run: { a: 1 } },
    why: /The parameters of the plan are other ones/,
  },
  {
    kind: 'contract changed between',
    what: 'a contract that changed',
    now: { promises: 'contract' },
    why: /The contract of tickets:open_ticket is another one/,
  },
  {
    kind: 'contract changed between',
    what: 'a tool that is gone',
    now: { promises: 'gone' },
    why: /The contract of tickets:open_ticket is another one|provably wrong/,
  },
  {
    kind: 'policy tightened',
    what: 'a policy that denies',
    now: { policy: { rules: [{ tools: 'tickets:*', decision: 'deny' }] } },
    why: /The policy is another one/,
  },
  {
    kind: 'policy tightened',
    what: 'a policy that asks',
    now: { policy: { rules: [{ tools: '*', decision: 'ask' }] } },
    why: /The policy is another one/,
  },
  {
    kind: 'moved target',
    what: 'a server with the same tools elsewhere',
    now: { target: '--production' },
    why: /The server of tickets:open_ticket is another one: it is started or reached in another way/,
  },
  {
    kind: 'foreign receipt',
    what: 'the journal of somebody else',
    now: { journal: memoryJournal() },
    why: /It was made for the journal/,
  },
  {
    kind: 'foreign receipt',
    what: "another one's receipt",
    receipt: (it, key) => resealed({ ...it, principal: 'ann' }, key),
    why: /It is ann's, and this is anonymous/,
  },
  {
    kind: 'foreign receipt',
    what: 'a receipt of another version',
    receipt: (it, key) => resealed({ ...it, version: '0.0.1' }, key),
    why: /made by version 0\.0\.1/,
  },
  {
    kind: 'expired receipt',
    what: 'a clock that is an hour on',
    now: { clock: laterBy(3_600_001) },
    why: /It was valid from/,
  },
  {
    kind: 'expired receipt',
    what: 'a clock that is an hour back',
    now: { clock: laterBy(-3_600_001) },
    why: /It was valid from/,
  },
  {
    kind: 'edited receipt',
    what: 'another hour of its end',
    receipt: (it) => ({ ...it, expires_at: LATER }),
    why: /It was edited/,
  },
  {
    kind: 'edited receipt',
    what: 'an id that was made to fit',
    receipt: (it) => ({ ...it, expires_at: LATER, id: refitted({ ...it, expires_at: LATER }) }),
    why: /its seal is another one/,
  },
  { kind: 'reused receipt', what: 'a receipt that was used', isRunBefore: true, why: /It was spent before/ },
]
