/** `understudy verify --tests`: tests that drift breaks are named with their place, and no others. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Drift } from '../../src/report/index.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('kit:lock-tests')

const TEXT = { type: 'string' }
const FIND = {
  name: 'find',
  inputSchema: {
    type: 'object',
    properties: { text: TEXT, limit: { type: 'integer', maximum: 100 } },
    required: ['text'],
  },
  outputSchema: { type: 'object', properties: { hits: { type: 'array' } }, required: ['hits'] },
}
const BUY = { name: 'buy', inputSchema: { type: 'object', properties: { id: TEXT } } }
const SELL = { name: 'sell', inputSchema: { type: 'object' } }
const LOWER_LIMIT = {
  ...FIND,
  inputSchema: { ...FIND.inputSchema, properties: { text: TEXT, limit: { type: 'integer', maximum: 50 } } },
}
const ID_REQUIRED = { ...BUY, inputSchema: { ...BUY.inputSchema, required: ['id'] } }

test('a call of a tool that is gone breaks, in every way to call it', async () => {
  using project = await lockedProject(FIND, BUY, SELL)
  project.write(
    'tests/a.test.mjs',
    [
      "await mcp.callTool('sell', {})",
      'await (await startClient()).startTask(`sell`, given)',
      "expect(tools).toListTool('sell')",
      "const program = async () => mcp.shop['sell']({})",
    ].join('\n'),
  )

  const { tests, failed } = await verify(project, FIND, BUY)

  expect(failed).toBe(true)
  expect(tests).toEqual({
    files: 1,
    unread: [],
    list: [
      [1, 20],
      [2, 39],
      [3, 26],
      [4, 38],
    ].map(([line, column]) => ({
      ...{ file: join('tests', 'a.test.mjs'), line, column, server: 'shop', tool: 'sell' },
      ...{ effect: 'breaks', message: 'The tool is gone' },
    })),
  })
})

test('literal arguments that are refused now break, and those that still hold do not', async () => {
  using project = await lockedProject(FIND, BUY)
  project.write(
    'tests/a.test.ts',
    [
      "const limit: number = 80 // not mcp.callTool('find', { text: 'a', limit: 80 })",
      "await mcp.callTool('find', { text: 'a', limit: 80 })",
      "await mcp.callTool('find', { text: 'a', limit: 50 })",
      "await mcp.callTool('find', { text: 'a', limit })",
      "await mcp.callTool('find', { limit: 80 })",
      "await mcp.callTool('other', { text: 'a', limit: 80 })",
      `await mcp.callTool(name, "mcp.callTool('find', { text: 'a', limit: 80 })")`,
      "await mcp.callTool('buy')",
      "await mcp.callTool('buy', { id: 'x' } as const)",
      "await mcp.callTool('buy', { ...rest })",
    ].join('\n'),
  )

  const { tests } = await verify(project, LOWER_LIMIT, ID_REQUIRED)

  expect(tests?.list.map(({ line, column, effect, message }) => ({ line, column, effect, message }))).toEqual(
    [
      {
        ...{ line: 2, column: 48, effect: 'breaks' },
        message: 'Its arguments are refused now: "/limit" must be at most 50, found 80',
      },
      {
        ...{ line: 8, column: 20, effect: 'breaks' },
        message: 'Its arguments are refused now: "/id" is required, but missing',
      },
    ],
  )
})

test('literal arguments that a server may take although the schema refuses them now may break', async () => {
  using project = await lockedProject(BUY)
  project.write(
    'tests/a.test.ts',
    ["await mcp.callTool('buy', { id: 'x', size: 1 })", "await mcp.callTool('buy', { id: 'x' })"].join('\n'),
  )

  const { tests } = await verify(project, {
    ...BUY,
    inputSchema: { ...BUY.inputSchema, additionalProperties: false },
  })

  expect(tests?.list).toMatchObject([
    {
      ...{ line: 1, effect: 'may-break' },
      message:
        'Its arguments may be refused now: "/size" is not a member that the schema knows; some servers drop members that they do not know',
    },
  ])
})

test('a written contract that was kept and is kept no more breaks, and one that never was does not', async () => {
  using project = await lockedProject(BUY)
  project.write(
    'tests/a.test.ts',
    [
      "expect(tools).toListTool('buy', { accepts: ['id'], requires: [] })",
      "expect(tools).toListTool('buy', { accepts: ['id'] })",
      "expect(tools).toListTool('buy', { requires: ['id'] })",
      "expect(tools).toListTool('buy', { description: 'Buys' })",
    ].join('\n'),
  )

  const { tests } = await verify(project, ID_REQUIRED)

  expect(tests?.list).toMatchObject([
    { line: 1, effect: 'breaks', message: expect.stringContaining('argument "id": required') },
  ])
})

test('a call whose output is no longer what it was may break', async () => {
  using project = await lockedProject(FIND)
  project.write(
    'tests/a.test.ts',
    "await mcp.callTool('find', { text: 'a' })\nawait mcp.callTool('find', {})\n",
  )
  const { outputSchema: _, ...silent } = FIND

  const { tests } = await verify(project, silent)

  expect(tests?.list).toMatchObject([{ line: 1, column: 20, effect: 'may-break' }])
})

test('nothing is named where nothing changed, and no test is looked at unasked', async () => {
  using project = await lockedProject(FIND, BUY)
  project.write('tests/a.test.ts', "await mcp.callTool('find', { text: 'a' })\nawait mcp.callTool('buy')\n")

  const asked = await verify(project, FIND, BUY)
  const unasked = await project.understudy('verify', '--tools', 'now.json', '--format', 'json')

  expect(asked).toMatchObject({ failed: false, tests: { files: 1, list: [], unread: [] } })
  expect(JSON.parse(unasked.stdout).tests).toBeNull()
})

test('only test files are read, each once, and one that cannot be is told', async () => {
  using project = await lockedProject(FIND, SELL)
  const call = "mcp.callTool('sell')\n"
  mkdirSync(join(project.folder, 'tests/node_modules'))
  for (const name of ['tests/node_modules/x.js', 'tests/x.d.ts', 'tests/x.md', 'other.js'])
    project.write(name, call)
  for (const name of ['tests/b.mjs', 'tests/a.mts']) project.write(name, call)
  project.write('tests/c.js', 'mcp.callTool(')

  const { tests } = await verify(project, FIND)
  const twice = await verify(project, FIND, ['--tests', './tests/b.mjs'])
  const missing = await project.understudy('verify', '--tools', 'now.json', '--tests', 'tset')

  expect(tests).toMatchObject({
    files: 3,
    list: [{ file: join('tests', 'a.mts') }, { file: join('tests', 'b.mjs') }],
    unread: [{ file: join('tests', 'c.js'), reason: expect.stringContaining('Unexpected token') }],
  })
  expect(twice.tests).toEqual(tests)
  expect(missing).toMatchObject({ exit: 2, stderr: expect.stringContaining('Cannot read the tests "tset"') })
})

test('the text tells the place, what breaks it, and fits the terminal', async () => {
  using project = await lockedProject(FIND, SELL)
  project.write('tests/a.test.ts', "await mcp.callTool('sell')\n")
  project.write('now.json', toolsFile(FIND))

  const { exit, stdout } = await project.understudy('verify', '--tools', 'now.json', '--tests', 'tests')

  expect(exit).toBe(1)
  expect(stdout).toContain(
    `\nTests that break (1 in 1 file)\n  ${join('tests', 'a.test.ts')}:1:20  shop:sell\n    breaks: The tool is gone\n`,
  )
})

/** Its lock holds the tools, and it has a folder for tests. */
async function lockedProject(...tools: readonly object[]): Promise<Project> {
  const project = createProject()
  mkdirSync(join(project.folder, 'tests'))
  project.write('shop.json', toolsFile(...tools))
  expect((await project.understudy('lock', '--tools', 'shop.json')).exit).toBe(0)
  return project
}

function toolsFile(...tools: readonly object[]): string {
  return JSON.stringify({ server: 'shop', tools })
}

async function verify(project: Project, ...given: readonly (object | readonly string[])[]): Promise<Drift> {
  const more = given.flatMap((each) => (Array.isArray(each) ? each.map(String) : []))
  project.write('now.json', toolsFile(...given.filter((each) => !Array.isArray(each))))
  const { stdout } = await project.understudy(
    ...['verify', '--tools', 'now.json', '--tests', 'tests', '--format', 'json', ...more],
  )
  return JSON.parse(stdout)
}
