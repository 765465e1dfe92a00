/** What a rehearsal says of members that a declared result does not have. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { type Answer, type Answerer, stub } from '../../src/call/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../src/dryrun/index.js'
import { createRegistry } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { verifies } from '../verifies.js'
import { oneGuest } from './one-guest.js'

verifies('rehearsal:result-members', 'rehearsal:fail-is-proved')

const CONTENT: JsonObject = {
  type: 'object',
  properties: { content: { type: 'string' }, size: { type: 'integer' } },
  required: ['content', 'size'],
}
const REGISTRY = createRegistry(
  [
    {
      server: 'fs',
      tools: [
        tool('list', { ...CONTENT, additionalProperties: false }),
        tool('look', CONTENT),
        tool('free', { type: 'object' }),
        tool('raw'),
      ],
    },
  ],
  createSchemaCompiler(),
)
const LIST = 'const list = await mcp.fs.list({})\n'

describe('a plan fails where no run gets past a member that cannot be there', () => {
  test.each([
    `${LIST}return list.entries.map(String)`,
    `${LIST}for (const each of list.entries) console.log(each)`,
    `${LIST}const { first } = list.entries\nreturn first`,
    `${LIST}return [...list.entries]`,
    `${LIST}return list\n  .entries\n  .length`,
    `${LIST}const { entries } = list\nreturn { sorted: entries.sort() }`,
    'return (await mcp.fs.list({})).entries.length',
    'const { entries: [first] } = await mcp.fs.list({})\nreturn first',
  ])('%s', async (program) => {
    const report = await rehearseFiles(program)

    expect(report.verdict).toBe('fail')
    expect(membersOf(report)).toMatchObject([{ severity: 'error', certain: true }])
    expect(membersOf(report)[0]?.message).toBe(
      'fs:list cannot answer with "entries": its declared result has "content", "size"',
    )
    expect(exceptionOf(report)).toContain(
      '; call 1, fs:list, answered { content: string, size: number }, and "entries" is not in it',
    )
  })

  test('in a task of a workflow', async () => {
    const report = await rehearseTasks([
      { id: 'list', tool: 'fs:list' },
      { id: 'use', tool: 'fs:raw', arguments: { first: 'see $OUTPUT[list].entries[0]' } },
    ])

    expect(report.verdict).toBe('fail')
    expect(membersOf(report)).toMatchObject([{ severity: 'error', certain: true, line: 1 }])
  })
})

describe('a plan is uncertain where a run may get past it', () => {
  test.each([
    `${LIST}if (list.size > -1e9) return list.entries.map(String)\nreturn 0`,
    `${LIST}if (list.size < -1e9) return 0\nreturn list.entries.map(String)`,
    `${LIST}const read = () => list.entries.map(String)\nreturn read()`,
    `${LIST}const all = [1].map(() => list.entries.length)\nreturn all`,
  ])('%s', async (program) => {
    const report = await rehearseFiles(program)

    expect(report.verdict).toBe('uncertain')
    expect(membersOf(report)).toMatchObject([{ severity: 'warning', certain: true }])
  })

  test.each([
    `${LIST}try { return list.entries.map(String) } catch { return [] }`,
    `${LIST}if (list.size < -1e9) return list.entries.map(String)\nreturn 0`,
    `${LIST}return { entries: list.entries }`,
    `${LIST}return \`\${list.entries}\``,
  ])('and harm is not proved: %s', async (program) => {
    const report = await rehearseFiles(program)

    expect([report.verdict, report.ended]).toEqual(['uncertain', 'completed'])
    expect(membersOf(report)).toMatchObject([{ severity: 'warning', certain: true }])
  })

  test('and so it is where a server answered, and the plan went on without', async () => {
    const real = { answerers: [says({ content: '', size: 1 })] }
    const reports = await Promise.all(
      ['list', 'look'].map((name) =>
        rehearseFiles(`const list = await mcp.fs.${name}({})\nreturn { next: list.nextPage }`, real),
      ),
    )

    expect(reports.map(({ verdict }) => verdict)).toEqual(['uncertain', 'pass'])
    expect(reports.flatMap(membersOf)).toMatchObject([
      { severity: 'warning', certain: true },
      { severity: 'warning', certain: false },
    ])
  })

  test('as the schema leaves room for others', async () => {
    const report = await rehearseFiles('const look = await mcp.fs.look({})\nreturn look.contents.length')

    expect(report.verdict).toBe('uncertain')
    expect(membersOf(report)).toMatchObject([
      {
        severity: 'warning',
        certain: false,
        message:
          'fs:look does not declare "contents": its declared result has "content", "size"; did you mean "content"?',
      },
    ])
  })

  test('as the task has a condition', async () => {
    const report = await rehearseTasks([
      { id: 'list', tool: 'fs:list' },
      {
        id: 'use',
        tool: 'fs:raw',
        arguments: { first: '$OUTPUT[list].entries' },
        when: { '$OUTPUT[list].size': { '>=': -1e9 } },
      },
    ])

    expect(membersOf(report)).toMatchObject([{ severity: 'warning', certain: true }])
    expect(report.verdict).toBe('uncertain')
  })
})

describe('nothing is told', () => {
  test.each([
    `${LIST}return list.entries?.map(String) ?? []`,
    `${LIST}if (list.entries) return list.entries.map(String)\nreturn 0`,
    `${LIST}const { entries = [] } = list\nreturn entries.map(String)`,
    `${LIST}return 'entries' in list ? list.entries.length : 0`,
    `${LIST}return list.entries?.[0].name`,
    `${LIST}list.entries = [1]\nreturn list.entries.map(String)`,
    `${LIST}return [list.content.length, list.size.toFixed(2), list.toString()]`,
    'const free = await mcp.fs.free({})\nreturn free.anything',
    'const raw = await mcp.fs.raw({})\nreturn raw.anything.at.all',
  ])('of %s', async (program) => {
    expect(membersOf(await rehearseFiles(program))).toEqual([])
  })

  test('where a server gave what it does not declare', async () => {
    const report = await rehearseFiles(`${LIST}return list.entries.map(String)`, {
      answerers: [says({ content: '', size: 1, entries: [1] })],
    })

    expect([report.verdict, membersOf(report)]).toEqual(['pass', []])
  })

  test('where a task asks first', async () => {
    const report = await rehearseTasks([
      { id: 'list', tool: 'fs:list' },
      {
        id: 'use',
        tool: 'fs:raw',
        arguments: { first: '$OUTPUT[list].entries[0]', size: '$OUTPUT[list].content.length' },
        when: { '$OUTPUT[list].entries': { exists: true } },
      },
    ])

    expect(membersOf(report)).toEqual([])
  })
})

test('an exception tells what the call was answered with, whoever answered and whatever is declared', async () => {
  const report = await rehearseFiles(
    'await mcp.fs.raw({})\nconst raw = await mcp.fs.raw({ second: true })\nreturn raw.data.files.length',
    { stubs: [stub('fs:raw', { result: { data: { file: ['a'], 'a b': null } } })] },
  )

  expect([report.verdict, membersOf(report)]).toEqual(['fail', []])
  expect(exceptionOf(report)).toBe(
    'The program threw TypeError: Cannot read properties of undefined (reading \'length\'); call 2, fs:raw, answered { data: { file: string[], "a b": null } }, and "data.files" is not in it',
  )
})

async function rehearseFiles(program: string, options: Partial<RehearseOptions> = {}): Promise<Report> {
  return rehearse(program, {
    ...{ tools: REGISTRY, fileName: 'plan.js', sandbox: await oneGuest() },
    ...options,
  })
}

function rehearseTasks(tasks: readonly JsonObject[]): Promise<Report> {
  return rehearseFiles(JSON.stringify({ tasks }), { fileName: 'plan.json' })
}

function membersOf({ validation }: Report) {
  return validation.findings.filter(({ code }) => code === 'RESULT_MEMBER_MISSING')
}

function exceptionOf({ validation }: Report): string | undefined {
  return validation.findings.find(({ code }) => code === 'PROGRAM_THREW')?.message
}

function says(structured: JsonObject): Answerer {
  const answer: Answer = {
    outcome: { kind: 'result', content: [], structured },
    provenance: { source: 'live' },
  }
  return { name: 'server', answer: () => Promise.resolve(answer) }
}

function tool(name: string, outputSchema?: JsonObject) {
  return { name, inputSchema: { type: 'object' }, ...(outputSchema === undefined ? {} : { outputSchema }) }
}
