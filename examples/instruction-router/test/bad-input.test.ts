/** What cannot be meant has a clear error or a defined answer; the server goes on after each. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { MockMCPClient } from 'mcp-understudy/testing'
import { mcpTest } from 'mcp-understudy/vitest'
import { afterEach, expect } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import { assertToolErrorCode } from '../dist/client.js'
import { createFolder, instructionText } from './folders.js'
import { SAMPLES, serveFolder } from './samples.js'

verifies('router:bad-input')

const test = mcpTest({ server: serveFolder(SAMPLES), scope: 'file', wireCheck: 'throw', vacuity: 'error' })

test.for(['', '   ', '\n\t'])(
  'an empty message is an error, and no approval: %j',
  async (message, { mcp }) => {
    expect(await mcp.callTool('route_instructions', { message })).toRejectArguments()
  },
)

test('a message of 1 MB is routed by its two ends, and the answer says so', async ({ mcp }) => {
  const message = `how do I conduct a retrospective? ${'lorem ipsum '.repeat(90_000)}`

  expect(await mcp.callTool('route_instructions', { message }))
    .toHaveStructured('/instructions/0/id', 'core/learning_loop')
    .toHaveStructured('/routing_analysis/message_was_cut', true)
    .toFitTokens(2000)
})

test.for([0, -1, 51, 2.5, '5', null, 1e99])('the limit %j is an error', async (limit, { mcp }) => {
  for (const call of [
    mcp.callTool('route_instructions', { message: 'commit', limit }),
    mcp.callTool('search_instructions', { query: 'commit', limit }),
  ])
    expect(await call).toRejectArguments()
})

test.for([1, 5, 50])('the limit %j is kept', async (limit, { mcp }) => {
  const response = await mcp.callTool('search_instructions', {
    query: 'work log release secret commit',
    limit,
  })

  expect(response).toHaveStructured('/count', Math.min(limit, 5))
})

test('an unknown category is an error that names the known ones', async ({ mcp }) => {
  const response = await mcp.callTool('get_instructions', { category: 'qualty' })

  assertToolErrorCode(response, 'CATEGORY_UNKNOWN')
  expect(response).toBeToolError('categories: core, git, quality, security')
})

test('an unknown topic is no error, and finds nothing', async ({ mcp }) => {
  expect(await mcp.callTool('get_instructions', { topic: 'unicorns' })).toHaveStructured('/instructions', [])
})

test.for([
  '../core',
  '../../etc/passwd',
  'core/../core/work_log',
  '..',
  '/etc/passwd',
  '%2e%2e/core',
  'a\0b',
])('the name %j leads nowhere', async (name, { mcp }) => {
  assertToolErrorCode(await mcp.callTool('get_instructions', { category: name }), 'CATEGORY_UNKNOWN')
  assertToolErrorCode(await mcp.callTool('switch_engine', { engine_version: name }), 'ENGINE_UNKNOWN')
  expect(await mcp.callTool('get_instructions', { topic: name, exact_match: true })).toHaveStructured(
    '/count',
    0,
  )
  await expect(mcp.readResource(`instruction://${name}/x`)).rejects.toThrow(/not found|is invalid/)
  await expect(mcp.getPrompt(name)).rejects.toThrow('Unknown prompt')
})

test.for([
  { message: 5 },
  { message: null },
  { message: ['commit'] },
  { message: 'commit', context: 'src' },
  { message: 'commit', context: { files: 'src' } },
  { message: 'commit', context: { files: [5] } },
  { message: 'commit', limits: 5 },
])('the arguments %j are an error', async (args, { mcp }) => {
  expect(await mcp.callTool('route_instructions', args)).toRejectArguments()
})

test('context may be null, and strange within its schema', async ({ mcp }) => {
  for (const context of [
    null,
    {},
    { files: ['../../../x', '', '[', '!(', '*'.repeat(5000)], branch: null, language: '' },
  ])
    expect(
      await mcp.callTool('route_instructions', { message: 'write a commit message', context }),
    ).toHaveStructured('/instructions/0/id', 'git/commit_messages')
})

test('an empty search is an error', async ({ mcp }) => {
  expect(await mcp.callTool('search_instructions', { query: ' ' })).toRejectArguments()
})

const started: MockMCPClient[] = []
afterEach(async () => {
  for (const client of started.splice(0)) await client.stop()
})

async function start(folder: string): Promise<MockMCPClient> {
  const client = await MockMCPClient.start({ server: serveFolder(folder), wireCheck: 'throw' })
  started.push(client)
  return client
}

test('a folder that vanishes is an error that names it, until it is back', async () => {
  await using folder = await createFolder({ 'in/a/one.instructions.md': instructionText('Unicorns') })
  const path = join(folder.path, 'in')
  const mcp = await start(path)
  const route = () => mcp.callTool('route_instructions', { message: 'unicorns' })

  expect(await route()).toHaveStructured('/instructions/0/id', 'a/one')
  await rename(path, join(folder.path, 'away'))
  assertToolErrorCode(await route(), 'KNOWLEDGE_UNREADABLE')
  expect(await mcp.callTool('get_health_status', {})).toHaveStructured('/status', 'unhealthy')
  assertToolErrorCode(await mcp.callTool('reindex_knowledge_base', {}), 'KNOWLEDGE_UNREADABLE')
  await expect(mcp.listResources()).rejects.toThrow('ENOENT')
  await rename(join(folder.path, 'away'), path)
  expect(await route()).toHaveStructured('/instructions/0/id', 'a/one')
})

test('a folder without instructions is degraded, and routes to nothing', async () => {
  await using folder = await createFolder({ 'readme.md': 'nothing' })
  const mcp = await start(folder.path)

  expect(await mcp.callTool('get_health_status', {})).toHaveStructured('/status', 'degraded')
  expect(await mcp.callTool('route_instructions', { message: 'commit' })).toHaveStructured('/count', 0)
  expect(await mcp.listPrompts()).toEqual([])
})

test('broken files are told by health and by reindexing, with their reasons', async () => {
  await using folder = await createFolder({
    'a/one.instructions.md': instructionText('One'),
    'a/two.instructions.md': 'no front matter',
  })
  const mcp = await start(folder.path)
  const problems = [
    'a/two.instructions.md: it does not begin with front matter between two lines "---"; the file is left out',
  ]

  expect(await mcp.callTool('get_health_status', {})).toHaveStructured('/problems', problems)
  expect((await mcp.callTool('reindex_knowledge_base', {})).structured).toEqual({
    success: true,
    indexed: 1,
    problems,
  })
})

test('an answer stays under 2,000 tokens, however many large instructions are asked for', async () => {
  const long = '漢字 and words '.repeat(200)
  const files = Array.from({ length: 60 }, (_, n) => [
    `${'category'.repeat(12)}/${'name'.repeat(20)}${n}.instructions.md`,
    `---\ntitle: unicorn ${long}\ndescription: ${long} unicorn\ntags: [${`"${long}",`.repeat(9)}]\n---\n## ${long}\n\n${long}\n`,
  ])
  await using folder = await createFolder(Object.fromEntries(files))
  const mcp = await start(folder.path)

  for (const limit of [1, 5, 50]) {
    const routed = await mcp.callTool('route_instructions', { message: 'unicorn', limit })
    expect(routed).toHaveStructured('/instructions/0/routing_score', expect.any(Number)).toFitTokens(1999)
    expect(await mcp.callTool('search_instructions', { query: 'unicorn', limit }))
      .toSucceed()
      .toFitTokens(1999)
  }
  expect(await mcp.callTool('get_instructions', {}))
    .toSucceed()
    .toFitTokens(1999)
  expect(await mcp.callTool('route_instructions', { message: 'unicorn', limit: 50 })).toHaveStructured(
    '/routing_analysis/omitted',
    expect.any(Number),
  )
})

test('texts come when they are asked for, whole or not at all', async ({ mcp }) => {
  const args = { topic: 'core/work_log', exact_match: true, include_content: true }

  expect(await mcp.callTool('get_instructions', args)).toHaveStructured(
    '/instructions/0/content',
    expect.stringMatching(/^# Work log[\s\S]*what is next\.$/),
  )
})
