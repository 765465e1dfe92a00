/** A recording tells what a server said once: nobody knows whether it says the same again, and what hangs on that is not certain. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type RehearseOptions, type Report, rehearse } from '../../src/dryrun/index.js'
import { createGateway } from '../../src/gateway/index.js'
import type { Tool } from '../../src/protocol/index.js'
import type { ServerTools } from '../../src/registry/index.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { oneGuest } from './one-guest.js'
import { NOW, type RecordedCall, recordedCalls } from './recorded-world.js'

verifies('rehearsal:same-again-is-not-known', 'rehearsal:fail-is-proved')

const TWICE = 'const a = await mcp.s.roll({})\nconst b = await mcp.s.roll({})\n'
const TEXTS = 'const a = await mcp.s.now({})\nconst b = await mcp.s.now({})\n'

test.each<[string, string]>([
  ['is an error', `${TWICE}if (a.n !== b.n) throw new Error('moved')`],
  ['is what is wanted', `${TWICE}if (a.n === b.n) return 'same'\nthrow new Error('moved')`],
  ['is an error by how much', `${TWICE}if (b.n - a.n > 0) throw new Error('moved')`],
  [
    'is told by another function',
    `${TWICE}const same = (x, y) => x === y\nif (!same(a.n, b.n)) throw new Error('moved')`,
  ],
  ['is told by a set', `${TWICE}if (new Set([a.n, b.n]).size !== 1) throw new Error('moved')`],
  [
    'is told by a text of both',
    `${TWICE}if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error('moved')`,
  ],
  ['breaks a schema', `${TWICE}await mcp.s.keep({ by: a.n - b.n })`],
  [
    'is looked up',
    `${TWICE}const by = { [a.n]: { [b.n]: 1 } }\nconst all = { [a.n]: by[a.n][a.n].toFixed() }\nreturn all`,
  ],
  ['is a list that is shorter', `${TWICE}if (b.waiting.length < a.waiting.length) throw new Error('moved')`],
  ['is a time in a text', `${TEXTS}if (Date.parse(b) !== Date.parse(a)) throw new Error('moved')`],
  [
    'is a number in a text',
    `${TWICE}if (a.text.match(/\\d+/)[0] !== b.text.match(/\\d+/)[0]) throw new Error('moved')`,
  ],
  [
    'counts once of many times',
    `const all = []\nfor (let i = 0; i < 5; i++) all.push((await mcp.s.roll({})).n)\nif (all[2] !== all[3]) throw new Error('moved')`,
  ],
  [
    'is the length of a list, the last time of twenty',
    `const all = []\nfor (let i = 0; i < 20; i++) all.push((await mcp.s.roll({})).waiting.length)\nif (all[19] < all[18]) throw new Error('moved')`,
  ],
  [
    'is asked side by side',
    `const [a, b] = await Promise.all([mcp.s.roll({}), mcp.s.roll({})])\nif (a.n !== b.n) throw new Error('moved')`,
  ],
])('that two answers differ %s', async (_, program) => {
  const report = await rehearseTwice(program)

  expect(report.verdict).toBe('uncertain')
  expect(report.validation.findings).toContainEqual(
    expect.objectContaining({
      code: 'TIME_OR_CHANCE_DECIDES',
      message: expect.stringMatching(
        /hangs on whether s:\w+ says the same again \(calls 1, 2.*\): it was recorded once/,
      ),
    }),
  )
})

test.each<[string, string]>([
  ['is handed on', `${TWICE}return [a.n, b.n]`],
  ['is read by itself', `${TWICE}if (b.n !== 5) throw new Error('no five')\nreturn a.text.length`],
  [
    'is read by a function of its own',
    `const load = async () => { const { text } = await mcp.s.roll({})\nconst m = text.match(/(\\d+)/)\nif (!m) throw new Error('no number')\nreturn Number(m[1]) }\nreturn [await load(), await load()]`,
  ],
  [
    'is a list of its own',
    `const count = ({ waiting }) => { let n = 0\nfor (const each of waiting) if (each.startsWith('a')) n++\nreturn n }\n${TWICE}return count(a) > 0 && count(b) > 0`,
  ],
  ['is told, and changes nothing', `${TWICE}return a.n === b.n ? 'same' : 'moved'`],
  [
    'is of different questions',
    `const a = await mcp.s.roll({})\nconst b = await mcp.s.now({})\nif (String(a.n) === b) throw new Error('odd')`,
  ],
])('what nobody holds against the other answer passes where it %s', async (_, program) => {
  const report = await rehearseTwice(program)

  expect(report.validation.findings).toEqual([])
  expect(report.verdict).toBe('pass')
})

test.each<[string, string]>([
  ['an exception', `${TWICE}if (a.n === b.n) throw new Error('stuck')`],
  [
    'a limit of turns',
    `${TWICE}let c = b\nfor (let i = 0; c.n === a.n; i++) { if (i > 3) throw new Error('stuck')\nc = await mcp.s.roll({}) }`,
  ],
  ['a loop without end', `${TWICE}let c = b\nwhile (c.n === a.n) c = await mcp.s.roll({})`],
  ['wrong arguments', `${TWICE}if (a.n === b.n) await mcp.s.keep({ by: 'much' + b.n })`],
  ['a tool that is missing', `${TWICE}await mcp.s[a.n === b.n ? 'none' : 'now']({})`],
])('that two recorded answers are one proves nothing wrong: %s', async (_, program) => {
  const report = await rehearseTwice(program)

  expect(report.verdict).toBe('uncertain')
})

test('a real server that never says the same is rehearsed by what it said once, and is not believed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-again-'))
  const program = `const a = await mcp.lots.draw({ slot: 1 })
const b = await mcp.lots.draw({ slot: 1 })
if (a.lot !== b.lot) throw new Error('moved')`
  try {
    await using gateway = await createGateway({
      config: { mcpServers: { lots: fixture('draws') } },
      store: join(folder, 'store.jsonl'),
      copy: 'never',
      sandbox: await oneGuest(),
    })
    await gateway.executeCode('await mcp.lots.draw({ slot: 1 })')

    const rehearsed = await gateway.executeCode(program, { dry_run: true })
    const real = await gateway.executeCode(program)

    expect(rehearsed.calls.map(({ source }) => source)).toEqual(['recording', 'recording'])
    expect(rehearsed).toMatchObject({ ended: 'completed', verdict: 'uncertain' })
    expect(real.ended).toBe('threw')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a workflow whose tasks ask the same passes where no condition holds two answers against each other', async () => {
  const report = await rehearseTwice(
    'tasks: [{ id: a, tool: "s:roll", arguments: {} }, { id: b, tool: "s:roll", arguments: {}, when: { "$OUTPUT[a].n": { "==": 5 } } }]',
    { fileName: 'plan.yaml' },
  )

  expect(report.verdict).toBe('pass')
})

test('a workflow with a condition of two answers hangs on that they are one', async () => {
  const task = (id: string, more = ''): string => `{ id: ${id}, tool: "s:roll", arguments: {}${more} }`
  const report = await rehearseTwice(
    `tasks: [${task('a')}, ${task('b')}, ${task('c', ', when: { "$OUTPUT[a].n": { "==": "$OUTPUT[b].n" } }')}]`,
    { fileName: 'plan.yaml' },
  )

  expect(report.tasks?.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  expect(report.verdict).toBe('uncertain')
})

test('each seed of several is held to it', async () => {
  const report = await rehearseTwice(`${TWICE}if (a.n !== b.n) throw new Error('moved')`, { runs: 2 })

  expect(report.verdict).toBe('uncertain')
})

const ONCE = 'const a = await mcp.s.roll({})\n'
const FIVE_AFTER_SIX: readonly RecordedCall[] = [says(6), says(5)]

test.each<[string, string]>([
  ['is an error', `${ONCE}if (a.n !== 5) throw new Error('no five')`],
  ['is what is wanted', `${ONCE}if (a.n === 5) return 'five'\nthrow new Error('no five')`],
  ['proves nothing wrong', `${ONCE}if (a.n === 5) throw new Error('no six')`],
  ['may be one that was never recorded', `${ONCE}if (a.n > 100) throw new Error('many')`],
  ['breaks a schema', `${ONCE}await mcp.s.keep({ by: a.n - 5 })`],
  ['is wrong arguments', `${ONCE}if (a.n === 5) await mcp.s.keep({ by: 'much' + a.n })`],
  ['is whether a tool is missing', `${ONCE}await mcp.s[a.n === 5 ? 'none' : 'now']({})`],
  ['is whether a call is denied', `${ONCE}if (a.n === 5) await mcp.t.put({})`],
  ['is how long a list is', `${ONCE}for (const _ of a.waiting) await mcp.s.keep({ by: 0 })`],
  ['is a loop without end', `${ONCE}while (a.n === 5) await mcp.s.keep({ by: 0 })`],
  ['is the order of two', `${ONCE}const [first] = [a.n, 5.5].sort()\nawait mcp.s.keep({ by: first - 5 })`],
])('of two recorded answers to what is asked once the newest is not certain: it %s', async (_, program) => {
  const report = await rehearseTwice(
    program,
    { policy: { rules: [{ tools: 't:put', decision: 'deny' }] } },
    FIVE_AFTER_SIX,
  )

  expect(report.verdict).toBe('uncertain')
  expect(report.validation.findings).toContainEqual(
    expect.objectContaining({
      code: 'TIME_OR_CHANCE_DECIDES',
      message: expect.stringContaining(
        'what s:roll says (call 1): it was recorded to say 2 different things',
      ),
    }),
  )
})

test.each<[string, string, readonly RecordedCall[]]>([
  ['is handed on', `${ONCE}return a.n`, FIVE_AFTER_SIX],
  ['is an argument', `${ONCE}await mcp.s.keep({ by: -a.n })`, FIVE_AFTER_SIX],
  [
    'is looked at where all said the same',
    `${ONCE}if (a.word !== 'die') throw new Error('?')`,
    FIVE_AFTER_SIX,
  ],
  ['is told, and changes nothing', `${ONCE}return a.n === 5 ? 'five' : 'other'`, FIVE_AFTER_SIX],
  ['is there at all', `${ONCE}if (!a.waiting) throw new Error('nobody')`, FIVE_AFTER_SIX],
  [
    'was said before a write',
    `${ONCE}if (a.n !== 5) throw new Error('?')`,
    [says(6), { ...says(5), generation: 1 }],
  ],
  [
    'was said before a write on another server of its world',
    `${ONCE}if (a.n !== 5) throw new Error('?')`,
    [says(6), { server: 't', tool: 'put', arguments: {}, says: 'done', effect: 'write' }, says(5)],
  ],
  [
    'was said to another question',
    `${ONCE}if (a.n !== 5) throw new Error('?')`,
    [{ ...says(6), arguments: { of: 1 } }, says(5)],
  ],
])('of two recorded answers the newest counts where the other one %s', async (_, program, recorded) => {
  const report = await rehearseTwice(program, {}, recorded)

  expect(report.validation.findings).toEqual([])
  expect(report.verdict).toBe('pass')
})

test('an error that was recorded once is not certain where the tool answered the same before', async () => {
  const report = await rehearseTwice(ONCE, {}, [says(6), { ...says(5), says: 'busy', isError: true }])

  expect(report).toMatchObject({ ended: 'threw', verdict: 'uncertain' })
})

test('a workflow hangs on what is known to move where a condition looks at it', async () => {
  const plan = (path: string, value: string): string =>
    `tasks: [{ id: a, tool: "s:roll", arguments: {} }, { id: b, tool: "s:now", arguments: {}, when: { "$OUTPUT[a].${path}": { "==": ${value} } } }]`
  const reports = [plan('n', '5'), plan('word', 'die')].map((each) =>
    rehearseTwice(each, { fileName: 'plan.yaml' }, [...FIVE_AFTER_SIX, NOON]),
  )

  expect((await Promise.all(reports)).map(({ verdict }) => verdict)).toEqual(['uncertain', 'pass'])
})

const object = { type: 'object' } as const
const TOOLS: readonly Tool[] = [
  { name: 'roll', inputSchema: object, annotations: { readOnlyHint: true } },
  { name: 'now', inputSchema: object, annotations: { readOnlyHint: true } },
  {
    name: 'keep',
    inputSchema: { ...object, properties: { by: { type: 'number', maximum: 0 } } },
    annotations: { readOnlyHint: false },
  },
]
const SERVERS: readonly ServerTools[] = [
  { server: 's', tools: TOOLS },
  { server: 't', tools: [{ name: 'put', inputSchema: object, annotations: { readOnlyHint: false } }] },
]

const NOON: RecordedCall = { server: 's', tool: 'now', arguments: {}, says: '2026-01-02T02:04:05.000Z' }

function says(n: number): RecordedCall {
  const said = { n, word: 'die', text: `rolled ${n}`, waiting: ['ann', 'bob'].slice(n - 5) }
  return { server: 's', tool: 'roll', arguments: {}, says: said }
}

async function rehearseTwice(
  plan: string,
  options: Partial<RehearseOptions> = {},
  recorded: readonly RecordedCall[] = [says(5), NOON],
): Promise<Report> {
  await using store = await recordedCalls(SERVERS, recorded)
  return await rehearse(plan, {
    ...{ sandbox: await oneGuest(), tools: SERVERS, now: NOW, fileName: 'plan.js', store },
    ...options,
  })
}
