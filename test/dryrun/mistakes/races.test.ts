/** Calls side by side of which one writes what the other one reads or writes, and those that may be. */
import { afterAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/index.js'
import { footprintSource } from '../../../src/effects/index.js'
import { verifies } from '../../verifies.js'
import { closeOneGuest } from '../one-guest.js'
import { copiedDesk } from './copied-desk.js'
import { findingsOf, rehearseDesk, UNTYPED } from './desk.js'

verifies('rehearsal:mistakes-that-end')

afterAll(closeOneGuest)

const WRITE_TWICE =
  "await Promise.all(['x', 'y'].map((content) => mcp.desk.write({ path: 'a', content })))\nreturn 1"
const READ_THEN_WRITE =
  "await Promise.all(['x', 'y'].map(async (word) => {\n  const { content } = await mcp.desk.read({ path: 'a' })\n  await mcp.desk.write({ path: 'a', content: content + word })\n}))\nreturn 1"
const COUNT_TWICE =
  "await Promise.all([1, 2].map(async () => {\n  const { content } = await mcp.desk.read({ path: 'a' })\n  await mcp.desk.write({ path: 'a', content: content + '!' })\n}))\nreturn 1"
const WRITE_AND_READ =
  "const [, read] = await Promise.all([\n  mcp.desk.write({ path: 'a', content: 'x' }),\n  mcp.desk.read({ path: 'a' }),\n])\nreturn read.content.length"
const LIST_BESIDE_MAIL =
  "await Promise.all([mcp.desk.list({}), mcp.desk.mail({ to: 'a', subject: 's', body: 'b' })])\nreturn 1"
const FOOTPRINTS = footprintSource([
  { tools: 'desk:comment', footprint: { reads: [], writes: ['issue/{id}'] } },
  { tools: 'desk:get', footprint: { reads: ['issue/{id}'] } },
  { tools: 'desk:list', footprint: { reads: ['issue'] } },
])

describe('a race is told at the first call', () => {
  test.each<[string, string, number]>([
    ['two writes of one path', WRITE_TWICE, 1],
    ['a write beside a read of the same', WRITE_AND_READ, 2],
    ['reads, then writes of the same', READ_THEN_WRITE, 3],
    ['reads, then equal writes', COUNT_TWICE, 3],
    [
      'a close beside a look at it',
      'await Promise.all([mcp.desk.get({ id: 1 }), mcp.desk.close({ id: 1 })])\nreturn 1',
      1,
    ],
    [
      'a write that is awaited later',
      "const first = mcp.desk.write({ path: 'a', content: 'x' })\nawait mcp.desk.write({ path: 'a', content: 'y' })\nawait first\nreturn 1",
      1,
    ],
    [
      'a folder beside what is put into it',
      "await Promise.all([mcp.desk.write({ path: 'new', content: '' }), mcp.desk.write({ path: 'new/a', content: '' })])\nreturn 1",
      1,
    ],
    [
      'two values of a key',
      "await Promise.all([mcp.desk.put({ key: 'k', value: 1 }), mcp.desk.put({ key: 'k', value: 2 })])\nreturn 1",
      1,
    ],
  ])('%s', async (_, program, line) => {
    const report = await rehearseDesk(program)

    expect(report.verdict).toBe('uncertain')
    expect(findingsOf(report)).toEqual([
      expect.objectContaining({ code: 'CALLS_RACE', severity: 'error', certain: false, line }),
    ])
  })

  test('in a program that throws for it', async () => {
    const report = await rehearseDesk(WRITE_AND_READ.replace('return', "throw new Error('x')\nreturn"))

    expect(findingsOf(report)).toContainEqual(expect.objectContaining({ code: 'CALLS_RACE', line: 2 }))
  })

  test('two additions to what each is known to read and to write anew, and not where nothing says that it reads', async () => {
    const program = "await Promise.all(['x', 'y'].map((text) => mcp.desk.comment({ id: 1, text })))\nreturn 1"
    const rewrites = footprintSource([
      { tools: 'desk:comment', footprint: { reads: ['issue/{id}'], writes: ['issue/{id}'] } },
    ])

    const told = await rehearseDesk(program, { effects: [rewrites] })
    const apart = await rehearseDesk(program, { effects: [FOOTPRINTS] })

    expect(findingsOf(told)).toEqual([
      expect.objectContaining({
        ...{ code: 'CALLS_RACE', certain: false, line: 1 },
        message: expect.stringContaining('both read "issue/1" and write it anew'),
      }),
    ])
    expect(findingsOf(apart)).toEqual([])
  })

  test('where stated footprints meet', async () => {
    const program = "await Promise.all([mcp.desk.comment({ id: 1, text: 'x' }), mcp.desk.list({})])\nreturn 1"
    const report = await rehearseDesk(program, { effects: [FOOTPRINTS] })

    expect(findingsOf(report)).toEqual([
      expect.objectContaining({
        code: 'CALLS_RACE',
        message: expect.stringContaining('one writes what the other one reads: "issue/1"'),
      }),
    ])
  })
})

describe('nothing is told of', () => {
  test.each([
    [
      'reads',
      "const all = await Promise.all(['a', 'b', 'a'].map((path) => mcp.desk.read({ path })))\nreturn all.length",
    ],
    [
      'writes of different paths',
      "await Promise.all(['a', 'b'].map((path) => mcp.desk.write({ path, content: 'x' })))\nreturn 1",
    ],
    [
      'a read and a write of different paths',
      "await Promise.all([mcp.desk.read({ path: 'a' }), mcp.desk.write({ path: 'b', content: 'x' })])\nreturn 1",
    ],
    [
      'one after the other',
      "await mcp.desk.write({ path: 'a', content: 'x' })\nawait mcp.desk.write({ path: 'a', content: 'y' })\nreturn 1",
    ],
    [
      'a read that is waited for',
      "const { content } = await mcp.desk.read({ path: 'a' })\nawait mcp.desk.write({ path: 'a', content: content + '!' })\nreturn 1",
    ],
    [
      'equal writes',
      "await Promise.all([1, 2].map(() => mcp.desk.write({ path: 'a', content: 'x' })))\nreturn 1",
    ],
    [
      'comments on one issue',
      "await Promise.all(['x', 'y'].map((text) => mcp.desk.comment({ id: 1, text })))\nreturn 1",
    ],
    [
      'mails',
      "await Promise.all(['x', 'y'].map((to) => mcp.desk.mail({ to, subject: 's', body: 'b' })))\nreturn 1",
    ],
    ['closes of different issues', 'await Promise.all([1, 2].map((id) => mcp.desk.close({ id })))\nreturn 1'],
    [
      'chains of different issues',
      'await Promise.all([1, 2].map(async (id) => { const { title } = await mcp.desk.get({ id }); await mcp.desk.close({ id, reason: title }) }))\nreturn 1',
    ],
    [
      'a comment and a close',
      "await Promise.all([mcp.desk.comment({ id: 1, text: 'x' }), mcp.desk.close({ id: 1 })])\nreturn 1",
    ],
    [
      'a mail and a read',
      "await Promise.all([mcp.desk.mail({ to: 'a', subject: 's', body: 'b' }), mcp.desk.list({})])\nreturn 1",
    ],
    ['two keys', "await Promise.all(['k', 'l'].map((key) => mcp.desk.put({ key, value: 1 })))\nreturn 1"],
    [
      'a queue with one worker',
      "for (const content of ['x', 'y']) await mcp.desk.write({ path: 'a', content })\nreturn 1",
    ],
    [
      'a chain of promises',
      "let chain = Promise.resolve()\nfor (const content of ['x', 'y']) chain = chain.then(() => mcp.desk.write({ path: 'a', content }))\nawait chain\nreturn 1",
    ],
  ])('%s', async (_, program) => {
    const report = await rehearseDesk(program)

    expect([report.verdict, findingsOf(report)]).toEqual(['pass', []])
  })

  test('footprints that do not meet', async () => {
    const program =
      "await Promise.all([mcp.desk.comment({ id: 1, text: 'x' }), mcp.desk.get({ id: 2 })])\nreturn 1"

    expect(findingsOf(await rehearseDesk(program, { effects: [FOOTPRINTS] }))).toEqual([])
  })
})

describe('in a workflow', () => {
  test.each<[string, JsonObject, number]>([
    ['tasks that write the same', { path: 'a', content: 'y' }, 1],
    ['tasks that write elsewhere', { path: 'b', content: 'y' }, 0],
    ['a task that waits for the other', { path: 'a', content: '$OUTPUT[one].ok' }, 0],
  ])('%s', async (_, args, races) => {
    const tasks = [
      { id: 'one', tool: 'desk:write', arguments: { path: 'a', content: 'x' } },
      { id: 'two', tool: 'desk:write', arguments: args },
    ]
    const report = await rehearseDesk(JSON.stringify({ tasks }), { fileName: 'plan.json' })

    expect(findingsOf(report).filter(({ code }) => code === 'CALLS_RACE')).toHaveLength(races)
  })
})

describe('in fresh copies', () => {
  test.each<[string, string, string]>([
    ['the other order leaves something else', WRITE_TWICE, 'both write'],
    ['the other order answers something else', WRITE_AND_READ, 'one writes what the other one reads'],
    ['the order hangs on answers before', READ_THEN_WRITE, 'both write'],
    [
      'something is lost',
      "await Promise.all(['x', 'y'].map((text) => mcp.desk.comment({ id: 1, text })))\nreturn 1",
      'so that something was lost',
    ],
    [
      'one fails after the other',
      "await Promise.allSettled([mcp.desk.close({ id: 1 }), mcp.desk.close({ id: 1, reason: 'x' })])\nreturn 1",
      'both write',
    ],
  ])('it is proved where %s', async (_, program, message) => {
    const report = await rehearseDesk(program, copied())

    expect(report.verdict).toBe('fail')
    expect(findingsOf(report)).toEqual([
      expect.objectContaining({
        code: 'CALLS_RACE',
        certain: true,
        message: expect.stringContaining(message),
      }),
    ])
  })

  test('it is proved where the program comes to another end, though nothing is left twice the same', async () => {
    const program = `await Promise.all(['x ID', 'y ID'].map((text) => mcp.desk.comment({ id: 1, text })))
const { content } = await mcp.desk.read({ path: 'log' })
if (content.split(';').length < 3) throw new Error('lost')`
    const report = await rehearseDesk(program, copied())

    expect(findingsOf(report)).toContainEqual(
      expect.objectContaining({
        code: 'CALLS_RACE',
        certain: true,
        message: expect.stringContaining(
          'one after the other, in a fresh copy, the program came to another end',
        ),
      }),
    )
    expect(findingsOf(report)).toContainEqual(
      expect.objectContaining({ code: 'PROGRAM_THREW', certain: false }),
    )
  })

  const CHAINS = `const [, read] = await Promise.all([
  (async () => {
    await mcp.desk.read({ path: 'b' })
    await mcp.desk.write({ path: 'a', content: 'x' })
  })(),
  (async () => {
    for (const path of ['b', 'b', 'b']) await mcp.desk.read({ path })
    return mcp.desk.read({ path: 'a' })
  })(),
])
return read.content`

  test.each<[string, string, number]>([
    ['of two chains, whatever comes before them', CHAINS, 1],
    [
      'not of one chain',
      CHAINS.replace('(async () => {\n    for', "mcp.desk.read({ path: 'b' }).then(async () => {\n    for")
        .replace('})(),\n])', "}),\n]).then(async (all) => [0, await mcp.desk.read({ path: 'a' }), all])")
        .replace("return mcp.desk.read({ path: 'a' })", 'return 1'),
      0,
    ],
  ])('a race is proved %s', async (_, program, races) => {
    const report = await rehearseDesk(program, copied())

    expect(findingsOf(report).map(({ code }) => code)).toEqual(Array(races).fill('CALLS_RACE'))
    expect(report.verdict).toBe(races === 0 ? 'pass' : 'fail')
  })

  test('it is proved of tools that say nothing, and of the first and the last of many', async () => {
    const program = READ_THEN_WRITE.replace("['x', 'y']", "['x', 'y', 'z']")
    const report = await rehearseDesk(program, { ...copied(), tools: UNTYPED })

    expect(report.verdict).toBe('fail')
    expect(findingsOf(report)).toEqual([
      expect.objectContaining({
        code: 'CALLS_RACE',
        message: expect.stringMatching(/\(call 4\) and desk:write \(call 6\) .* both write "a"/),
      }),
    ])
  })

  test.each<[string, string, string]>([
    ['two writes', WRITE_TWICE, 'fail'],
    [
      'a list beside what makes something new',
      "const [, all] = await Promise.all([mcp.desk.write({ path: ticket, content: 'x' }), mcp.desk.names({})])\nreturn all.names.length",
      'uncertain',
    ],
    ['two of which nothing hangs on the order', LIST_BESIDE_MAIL, 'pass'],
  ])('the order decides also where each copy makes ids of its own: %s', async (_, then, verdict) => {
    const program = `const { ticket } = await mcp.desk.put({ key: 'k', value: 1 })\n${then}`
    const report = await rehearseDesk(program, { ...copied(), tools: UNTYPED })

    expect(report.verdict).toBe(verdict)
    expect(findingsOf(report).map(({ code }) => code)).toEqual(verdict === 'pass' ? [] : ['CALLS_RACE'])
  })

  const MAKE = { tool: 'desk:write', arguments: { path: 'c', content: 'x' } }
  const TOLD = { id: 'told', tool: 'desk:read', arguments: { path: '$OUTPUT[other].names[2]' } }
  test.each<[string, string, readonly JsonObject[]]>([
    ['both write', 'fail', [{ id: 'other', tool: 'desk:write', arguments: { path: 'a', content: 'y' } }]],
    [
      'what depends on one fails in the other order',
      'uncertain',
      [{ id: 'made', ...MAKE, depends_on: ['one'] }, { id: 'other', tool: 'desk:names' }, TOLD],
    ],
    [
      'the one makes what it does not name',
      'uncertain',
      [{ id: 'made', tool: 'desk:close', arguments: { id: 1 } }, { id: 'other', tool: 'desk:names' }, TOLD],
    ],
    [
      'what differs is nothing that anybody depends on',
      'pass',
      [
        { id: 'made', ...MAKE },
        { id: 'other', tool: 'desk:names' },
      ],
    ],
  ])('the order of tasks of which neither waits for the other is tried: %s', async (_, verdict, others) => {
    const tasks = [
      { id: 'key', tool: 'desk:put', arguments: { key: 'k', value: 1 } },
      { id: 'one', tool: 'desk:write', arguments: { path: 'a', content: '$OUTPUT[key].ticket' } },
      ...others.map((task) => ({ depends_on: ['key'], ...task })),
    ]
    const report = await rehearseDesk(JSON.stringify({ tasks }), {
      ...{ ...copied(), fileName: 'plan.json', tools: UNTYPED },
    })

    expect(report.verdict).toBe(verdict)
    const codes = new Set(findingsOf(report).map(({ code }) => code))
    expect([...codes]).toEqual(verdict === 'pass' ? [] : ['CALLS_RACE'])
  })

  test.each<[string, string, boolean]>([
    ['the result hangs on', 'return all.names.length', true],
    [
      'a later call hangs on',
      "await mcp.desk.mail({ to: 'a', subject: String(all.names), body: 'b' })\nreturn 1",
      true,
    ],
    ['the end hangs on', "if (all.names.includes('c')) throw new Error('there')\nreturn 1", true],
    ['nothing hangs on', 'return 1', false],
  ])('a list beside what makes something new, which %s', async (_, then, matters) => {
    const program = `const [, all] = await Promise.all([mcp.desk.write({ path: 'c', content: 'x' }), mcp.desk.names({})])\n${then}`
    const reports = await Promise.all(
      [{}, { tools: UNTYPED }].map((tools) => rehearseDesk(program, { ...copied(), ...tools })),
    )
    const isRace = reports.map((report) => findingsOf(report).some(({ code }) => code === 'CALLS_RACE'))

    expect(isRace).toEqual(reports.map(() => matters))
    // Also where it threw: in the other order it does not.
    expect(reports.at(-1)?.verdict).toBe(matters ? 'uncertain' : 'pass')
  })

  test('writes of tools that say nothing are each one their own, and the verdict rests on what is read after them', async () => {
    const program =
      "await Promise.all(['a', 'b'].map((path) => mcp.desk.write({ path, content: path })))\nreturn (await mcp.desk.read({ path: 'a' })).content"
    const report = await rehearseDesk(program, { ...copied(), tools: UNTYPED })

    expect([report.verdict, report.simulated_result]).toEqual(['pass', 'a'])
  })

  test.each([
    [
      'both write the same',
      "await Promise.all([mcp.desk.write({ path: 'a', content: 'x' }), mcp.desk.write({ path: './a', content: 'x' })])\nreturn 1",
    ],
    [
      'a write leaves it as it was',
      "await Promise.all([mcp.desk.write({ path: 'a', content: 'one' }), mcp.desk.read({ path: 'a' })])\nreturn 1",
    ],
    [
      'a server numbers what it is given',
      "const ids = await Promise.all(['x', 'y'].map((to) => mcp.desk.mail({ to, subject: 's', body: 'b' })))\nreturn ids.length",
    ],
    ['what is answered differs by the hour', LIST_BESIDE_MAIL],
  ])('nothing is told where %s', async (_, program) => {
    expect(findingsOf(await rehearseDesk(program, copied()))).toEqual([])
  })
})

function copied() {
  return { copies: copiedDesk(), answerers: [], now: Date.now() }
}
