/** A real run of vitest that is green: four workers, random order, every kind of fixture. */
import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../verifies.js'
import { fixtureServer, NOTES_ITS_PID, runVitest, type VitestRun } from './run-vitest.js'

verifies(
  'client:fixtures-samples',
  'client:fixtures-project',
  'client:fixture-fresh-project',
  'client:fixture-process',
  'client:process-for-speed',
  'client:shared-server',
  'client:parallel-tests',
  'client:scope-per-test',
  'kit:eras',
)

const SERVER = JSON.stringify([process.execPath, NOTES_ITS_PID])
const HEAD = `
import { appendFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { describeServer, mcpTest } from 'mcp-understudy/vitest'
const PIDS = process.cwd() + '/pids'
const command = ${SERVER}
`

const PER_TEST = `${HEAD}
const test = mcpTest({
  command,
  env: (project) => ({ PIDS, NOTES: project.path('notes') }),
  project: {
    from: { '.': 'fixtures/initialized', notes: 'fixtures/samples' },
    files: { 'own.txt': 'of the test', 'dead.txt': 'nobody looks here' },
  },
})
const seen = new Set()
for (const n of [1, 2, 3])
  test('has a server and a project of its own ' + n, async ({ mcp, project }) => {
    expect(seen.has(mcp.pid)).toBe(false)
    expect(seen.has(project.folder)).toBe(false)
    seen.add(mcp.pid).add(project.folder)
    await expect(mcp.callTool('where')).toSucceed().toContainText(project.folder)
    await expect(mcp.callTool('read', { path: 'config.json' })).toContainText('initialized')
    await expect(mcp.callTool('read', { path: 'notes/one.md' })).toContainText('sample')
    await expect(mcp.callTool('read', { path: 'own.txt' })).toContainText('of the test')
    await project.write('own.txt', 'changed')
  })
test('starts more clients', async ({ mcp, startClient }) => {
  const other = await startClient({ host: 'claude-code' })
  expect(other.pid).not.toBe(mcp.pid)
  await expect(other.callTool('echo', { message: 'to the other' })).toContainText('to the other')
})
test('matches a snapshot without the name of the temporary folder', async ({ mcp }) => {
  await expect(mcp.callTool('where')).toMatchNormalisedSnapshot({ hint: 'folder' })
  await expect(mcp.listTools()).toMatchNormalisedSnapshot({ hint: 'tools' })
  const message = 'half \\ud800, \\r\\n\\u001b[31mred'
  await expect(mcp.callTool('echo', { message })).toMatchNormalisedSnapshot({ hint: 'what no file can hold' })
})
test('is told of an assertion that proves nothing', async ({ mcp }) => {
  expect(await mcp.callTool('echo', { message: 'anything' })).toContainText(/^/)
})
`

/** What another run would have written. */
const SNAPSHOT = `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html

exports[\`matches a snapshot without the name of the temporary folder > folder 1\`] = \`
{
  "content": [
    {
      "text": "<temp:1>",
      "type": "text",
    },
  ],
  "kind": "result",
}
\`;

exports[\`matches a snapshot without the name of the temporary folder > what no file can hold 1\`] = \`
{
  "content": [
    {
      "text": "half \\\\ud800, 
\\\\x1b[31mred",
      "type": "text",
    },
  ],
  "kind": "result",
}
\`;
`

const SHARED = `${HEAD}
const test = mcpTest({ command, env: { PIDS }, scope: 'file', reset: async (mcp) => void (await mcp.callTool('reset')) })
const pids = new Set()
for (const n of [1, 2, 3])
  test('shares one server, which was reset, ' + n, async ({ mcp }) => {
    pids.add(mcp.pid)
    expect(pids.size).toBe(1)
    await expect(mcp.callTool('count')).toContainText('1')
  })
test.concurrent('calls it at the same time', async ({ mcp }) => {
  await expect(mcp.callTool('echo', { message: 'together' })).toContainText('together')
})
`

/** The matchers alone: an import of which nothing is used, as a compiler leaves it. */
const MATCHERS_ALONE = `
import 'mcp-understudy/vitest'
import { expect, test } from 'vitest'
import { MockMCPClient } from 'mcp-understudy/testing'
test('has the matchers', async () => {
  await using client = await MockMCPClient.start({ command: ${SERVER}, env: { PIDS: process.cwd() + '/pids' } })
  await expect(client.callTool('echo', { message: 'alone' })).toSucceed().toContainText('alone')
})
`

const EVERY_WAY = `${HEAD}
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { makeServer } from '${fixtureServer('conformance/make-server')}'
const node = process.execPath
describeServer(
  {
    name: 'official',
    command: [node, '${fixtureServer('conformance/stdio')}'],
    http: { command: (port) => [node, '${fixtureServer('conformance/http')}', String(port)] },
    server: (transport) => serveStdio(() => makeServer(), { transport }),
  },
  { eras: ['legacy', 'modern'], vacuity: 'error', project: {} },
  (test, { era }) => {
    test('says a text', async ({ mcp, startClient }) => {
      expect(mcp.era).toBe(era)
      for (const client of [mcp, await startClient()])
        await expect(client.callTool('test_simple_text')).toSucceed().toContainText('simple text response')
    })
  },
)
`

describe('a green run', () => {
  let run: VitestRun
  beforeAll(async () => {
    run = await runVitest({
      'per-test.test.ts': PER_TEST,
      'matchers-alone.test.ts': MATCHERS_ALONE,
      'shared.test.ts': SHARED,
      'every-way.test.ts': EVERY_WAY,
      '__snapshots__/per-test.test.ts.snap': SNAPSHOT,
      'fixtures/initialized/config.json': '{"state":"initialized"}',
      'fixtures/samples/one.md': 'a sample',
      'fixtures/samples/two.md': 'a sample that nobody opens',
    })
  })

  it('is green with four workers and in random order', () => {
    expect(run).toMatchObject({ exit: 0, output: expect.stringContaining('Tests  17 passed (17)') })
  })
  it('starts a server for each test, or one for a file', () => {
    expect(run.pids).toHaveLength(3 + 2 + 1 + 1 + 1 + 1)
  })
  it('names each era and transport in the title', () => {
    const rounds = ['legacy', 'modern'].flatMap((era) =>
      ['stdio', 'http', 'in-process'].map((transport) => `official · ${era} · ${transport} > says a text`),
    )

    expect(rounds.filter((title) => !run.output.includes(title))).toEqual([])
  })
  it('tells fixture files that no server opened, and no others', () => {
    expect(run.output).toContain(
      'No server ever opened 2 fixture files of its project: dead.txt, notes/two.md',
    )
  })
  it('tells the assertion that proves nothing, at its place', () => {
    expect(run.output).toMatch(
      /One assertion proves nothing\n {2}per-test\.test\.ts:\d+:\d+ is told of [^\n]*\n {4}toContainText\(\/\^\/\)/,
    )
  })
})
