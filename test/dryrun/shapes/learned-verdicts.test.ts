/** What a learned shape is worth: a pass names it, and nothing is certain by it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src/base/index.js'
import { rehearse } from '../../../src/dryrun/index.js'
import { renderText } from '../../../src/report/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { NOW, recordedCalls } from '../recorded-world.js'

verifies('rehearsal:shapes-learned', 'rehearsal:taint-sound')

const SERVERS = [
  {
    server: 'crm',
    tools: [
      { name: 'get', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
      {
        name: 'send',
        inputSchema: { type: 'object', properties: { to: { type: 'string' } }, additionalProperties: false },
      },
    ],
  },
] as const

const REPORT_SCHEMA = JSON.parse(
  readFileSync(new URL('../../../schemas/report.schema.json', import.meta.url), 'utf8'),
) as JsonObject
const GET = 'const a = await mcp.crm.get({ id: 99 })\n'
const MANY = answers(12)
const FEW = answers(4)

interface Case {
  readonly name: string
  readonly text: string
  readonly recorded: readonly JsonValue[]
  readonly verdict: 'pass' | 'uncertain' | 'fail'
}

/** Whatever is read of an answer may be missing while few were seen; and what nobody saw may be there all the same. */
const CASES: readonly Case[] = [
  {
    name: 'not heard',
    text: 'await mcp.crm.get({ id: 99 })\nawait mcp.crm.send({})',
    recorded: FEW,
    verdict: 'pass',
  },
  { name: 'heard, and not read', text: `${GET}await mcp.crm.send({})`, recorded: FEW, verdict: 'pass' },
  {
    name: 'a member, of few',
    text: `${GET}await mcp.crm.send({ to: a.name.trim() })`,
    recorded: FEW,
    verdict: 'uncertain',
  },
  {
    name: 'handed on, of few',
    text: `${GET}await mcp.crm.send({ to: a.name })`,
    recorded: FEW,
    verdict: 'uncertain',
  },
  {
    name: 'handed on, of many',
    text: `${GET}await mcp.crm.send({ to: a.name })`,
    recorded: MANY,
    verdict: 'pass',
  },
  {
    name: 'inside, of many',
    text: `${GET}await mcp.crm.send({ to: a.owner.mail })`,
    recorded: MANY,
    verdict: 'pass',
  },
  {
    name: 'what some lack',
    text: `${GET}await mcp.crm.send({ to: a.note })\nreturn a.note.length > 0`,
    recorded: MANY,
    verdict: 'uncertain',
  },
  {
    name: 'what nobody saw',
    text: `${GET}await mcp.crm.send({ to: a.nmae })`,
    recorded: MANY,
    verdict: 'uncertain',
  },
  {
    name: 'what nobody saw, with a default',
    text: `${GET}await mcp.crm.send({ to: a.alias ?? 'x' })`,
    recorded: MANY,
    verdict: 'uncertain',
  },
  {
    name: 'an item that may not be there',
    text: `${GET}await mcp.crm.send({ to: a.tags[0].toUpperCase() })`,
    recorded: MANY,
    verdict: 'uncertain',
  },
  {
    name: 'a word that nobody saw',
    text: `${GET}if (a.state === 'gone') throw new Error('gone')\nawait mcp.crm.send({})`,
    recorded: MANY,
    verdict: 'uncertain',
  },
  {
    name: 'a number below all',
    text: `${GET}if (a.size < 0) throw new Error('no size')\nawait mcp.crm.send({})`,
    recorded: MANY,
    verdict: 'uncertain',
  },
  { name: 'an error of its own, whatever is said', text: `${GET}nothing()`, recorded: MANY, verdict: 'fail' },
  {
    name: 'an error that the shape makes',
    text: `${GET}return a.size.trim()`,
    recorded: MANY,
    verdict: 'uncertain',
  },
  {
    name: 'a text that no date is',
    text: `${GET}return JSON.parse(a.at)`,
    recorded: MANY,
    verdict: 'uncertain',
  },
  {
    name: 'arguments that the shape breaks',
    text: `${GET}await mcp.crm.send({ to: a.size })`,
    recorded: MANY,
    verdict: 'uncertain',
  },
  {
    name: 'arguments that break whatever is said',
    text: `${GET}await mcp.crm.send({ to: [] })`,
    recorded: MANY,
    verdict: 'fail',
  },
  {
    name: 'an object in a text',
    text: `${GET}await mcp.crm.send({ to: \`for \${a.owner}\` })`,
    recorded: MANY,
    verdict: 'uncertain',
  },
]

test.each(CASES)('$name: $verdict', async ({ text, recorded, verdict }) => {
  const calls = recorded.map((says, i) => ({
    ...{ server: 'crm', tool: 'get', arguments: { id: i + 1 } satisfies JsonObject, says },
  }))
  await using store = await recordedCalls(SERVERS, calls)

  const report = await rehearse(text, {
    ...{ tools: SERVERS, store, sandbox: await oneGuest(), fileName: 'a.js', now: NOW },
  })

  const { calls: made, assumptions, exploration, validation } = report
  expect({ verdict: report.verdict, made, assumptions, exploration, validation }).toMatchObject({ verdict })
})

test('reports say from how many answers a shape was learned, and keep their schema', async () => {
  const calls = MANY.map((says, i) => ({ server: 'crm', tool: 'get', arguments: { id: i + 1 }, says }))
  await using store = await recordedCalls(SERVERS, calls)
  const source = `${GET}await mcp.crm.send({ to: a.name })`

  const report = await rehearse(source, {
    ...{ tools: SERVERS, store, sandbox: await oneGuest(), fileName: 'a.js', now: NOW },
  })

  const text = renderText(report, { fileName: 'a.js', source })
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Assumed to succeed: crm:get (call 1, in the shape of 12 recorded answers), crm:send (call 2).',
  )
  expect(text).toContain('learned from 12 answers (invented, passed on)')
  const schema = createSchemaCompiler().compile(REPORT_SCHEMA)
  if (schema.kind !== 'compiled') throw new Error(schema.problem.message)
  expect(schema.schema.check(JSON.parse(JSON.stringify(report)) as JsonValue)).toEqual([])
})

function answers(count: number): JsonValue[] {
  return Array.from({ length: count }, (_, i) => ({
    ...{ id: i + 1, name: `Name ${i}`, size: i + 5, owner: { mail: `m${i}@x` }, tags: [`t${i}`] },
    ...{ state: ['new', 'done'][i % 2] ?? '', at: `2026-01-02T0${i % 10}:00:00Z` },
    ...(i % 3 === 0 ? {} : { note: `n${i}` }),
  }))
}
