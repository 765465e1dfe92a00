/** Where arguments come from that hang on answers which decide: told where it is so whenever the call is made, and nowhere else. */
import { describe, expect, it, test } from 'vitest'
import { type ReportedCall, rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { TOOLS } from './guessed-programs.js'

verifies('rehearsal:guesses-tried')

const RAW = 'await mcp.s.raw({ body: 1 })'

/** What the last call is said to come from, and the whole program. */
const TOLD: readonly (readonly [string, string, NonNullable<ReportedCall['arguments_from']>])[] = [
  ['a member that is taken apart', `const { id } = ${RAW}\n${RAW.replace('1', 'id')}`, from('/body', '/id')],
  [
    'a member under another name',
    `const { key: id } = ${RAW}\n${RAW.replace('1', 'id')}`,
    from('/body', '/key'),
  ],
  ['a member of a member', `const a = ${RAW}\n${RAW.replace('1', 'a.data.id')}`, from('/body', '/data/id')],
  ['an item', `const a = ${RAW}\n${RAW.replace('1', 'a.rows[1].id')}`, from('/body', '/rows/1/id')],
  [
    'what is tested before',
    `const a = ${RAW}\nif (!a.id) throw new Error('none')\n${RAW.replace('1', 'a.id')}`,
    from('/body', '/id'),
  ],
  [
    'inside of what is given',
    `const { id } = ${RAW}\n${RAW.replace('1', "{ to: ['x', id] }")}`,
    from('/body/to/1', '/id'),
  ],
  [
    'a whole answer',
    `const a = ${RAW}\nif (a.open) ${RAW.replace('1', '2')}\nawait mcp.s.send({ body: a })`,
    from('/body', ''),
  ],
  [
    'beside something that is computed',
    `const { id, n } = ${RAW}\n${RAW.replace('1', '{ id, loud: n + "!" }')}`,
    from('/body/id', '/id'),
  ],
  [
    'behind a branch that turns',
    `const a = await mcp.s.make({ title: 't' })\nif (a.open) ${RAW}\n${RAW.replace('1', 'a.id')}`,
    from('/body', '/id'),
  ],
]

function from(to: string, pointer: string): NonNullable<ReportedCall['arguments_from']> {
  return { [to]: { call: 1, pointer } }
}

describe('is told', () => {
  it.each(TOLD)('of %s', async (_, text, told) => {
    const { verdict, calls } = await rehearsed(text)

    expect([verdict, calls.at(-1)?.arguments_from]).toEqual(['uncertain', told])
    expect(calls[0]?.influence).toBe('decides')
  })
})

const COMPUTED: readonly (readonly [string, string])[] = [
  ['text that is trimmed', 'a.id.trim()'],
  ['small letters', 'a.id.toLowerCase()'],
  ['a part of a text', "a.id.split('-')[0]"],
  ['the beginning of a text', 'a.id.slice(0, 20)'],
  ['a number made whole', 'Math.round(a.id)'],
  ['a number as text', 'String(a.id)'],
  ['text as a number', 'Number(a.id)'],
  ['another member where one is missing', 'a.id ?? a.key'],
  ['one of two', 'a.open ? a.id : a.key'],
  ['a sum', 'a.id + 1'],
]

describe('is not told', () => {
  it.each(COMPUTED)('of %s', async (_, made) => {
    const { verdict, calls } = await rehearsed(`const a = ${RAW}\n${RAW.replace('1', made)}`)

    expect([verdict, calls.at(-1)?.arguments_from]).toEqual(['uncertain', undefined])
  })
})

test('of one answer after the other', async () => {
  const { calls } = await rehearsed(
    `const { id } = ${RAW}\nconst { at } = await mcp.s.raw({ body: id })\nawait mcp.s.raw({ body: { id, at } })`,
  )

  expect(calls.map((each) => each.arguments_from)).toEqual([
    undefined,
    { '/body': { call: 1, pointer: '/id' } },
    { '/body/id': { call: 1, pointer: '/id' }, '/body/at': { call: 2, pointer: '/at' } },
  ])
})

test('no more variants than the budget has are spent on it, and none where nothing was handed on', async () => {
  const spent = await rehearsed(`const { id } = ${RAW}\n${RAW.replace('1', 'id')}`, 1)
  const unused = await rehearsed(`const { open } = ${RAW}\nif (open) ${RAW.replace('1', '2')}`)

  expect([spent.exploration?.variants, spent.calls.at(-1)?.arguments_from]).toEqual([1, undefined])
  expect(unused.exploration?.variants).toBeLessThan(5)
})

async function rehearsed(text: string, budget = 24) {
  return await rehearse(text, {
    ...{ tools: TOOLS, sandbox: await oneGuest(), fileName: 'a.js', now: 0 },
    budget,
  })
}

test('what is made of an unknown answer and handed on comes from no place of another one', async () => {
  const report = await rehearse(
    "let v = {}\ntry { v = JSON.parse(await mcp.s.raw({})) } catch {}\nconst a = await mcp.s.make({ title: 't' })\nawait mcp.s.send({ body: v })\nif (a.open) await mcp.s.send({ body: v })",
    { tools: TOOLS, sandbox: await oneGuest(), fileName: 'a.js', now: 0 },
  )

  expect(report.verdict).toBe('uncertain')
  expect(report.calls.every((call) => call.arguments_from === undefined)).toBe(true)
})
