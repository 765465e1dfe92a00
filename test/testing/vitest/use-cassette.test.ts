/** Tests on cassettes: from the file, growing, and failing where nothing was recorded. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openCassetteStore } from '../../../src/recording/index.js'
import { MockMCPClient } from '../../../src/testing/index.js'
import { type RecordMode, useCassette } from '../../../src/testing/vitest/index.js'
import { recorded, recordedCall, recordedHandshake } from '../../fixtures/recorded-exchange.js'
import { fixture } from '../../fixtures/start-server.js'

const folder = mkdtempSync(join(tmpdir(), 'understudy-cassettes-'))
const { command, args = [] } = fixture('echo')

/** A test in this mode, whatever the environment of this run says. */
function inMode(record: RecordMode, server: readonly string[] = [command, ...args]) {
  vi.stubEnv('UNDERSTUDY_RECORD', record)
  const test = useCassette({ command: server, folder })
  vi.unstubAllEnvs()
  return test
}

async function write(name: string): Promise<void> {
  await using store = await openCassetteStore(join(folder, 'use-cassette.test.ts', `${name}.jsonl`))
  await store.append([
    recordedHandshake({ tools: {} }),
    recorded({ method: 'tools/list', response: { result: { tools: [] } } }),
    recordedCall('echo', { message: 'old' }, 'from the file'),
  ])
}

async function callsIn(name: string): Promise<unknown[]> {
  await using store = await openCassetteStore(join(folder, 'use-cassette.test.ts', `${name}.jsonl`))
  const calls: unknown[] = []
  for await (const { params } of store.list({ method: 'tools/call' })) calls.push(params?.arguments)
  return calls
}

await write('none-answers-from-the-file-and-starts-nothing')
await write('none-fails-where-nothing-was-recorded')
await write('new-episodes-asks-the-server-for-the-rest')
await write('all-records-anew')
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('none', () => {
  const test = inMode('none', ['no-such-program'])

  test('answers from the file and starts nothing', async ({ mcp }) => {
    await mcp.listTools()
    expect((await mcp.callTool('echo', { message: 'old' })).content).toBe('from the file')
  })

  test.fails('fails where nothing was recorded', async ({ mcp }) => {
    await mcp.callTool('echo', { message: 'new' })
  })

  test.fails('fails without a cassette', async ({ mcp }) => {
    await mcp.listTools()
  })
})

describe('what must not be stored', () => {
  const options = {
    secrets: { API_TOKEN: 'hunter2-hunter2' },
    redaction: { patterns: ['ACME-[0-9]{6}'] },
  }
  vi.stubEnv('UNDERSTUDY_RECORD', 'once')
  const test = useCassette({ command: [command, ...args], folder, ...options })
  vi.unstubAllEnvs()
  const said = { message: 'hunter2-hunter2 of ACME-123456' }

  test('is replaced', async ({ mcp }) => {
    expect((await mcp.callTool('echo', said)).content).toBe(said.message)
  })

  it('is not in the cassette, which is found by it all the same', async () => {
    const cassette = join(folder, 'use-cassette.test.ts', 'what-must-not-be-stored-is-replaced.jsonl')
    const redacted = expect.stringMatching(/^REDACTED_\S+ of REDACTED_\S+$/)
    expect(await callsIn('what-must-not-be-stored-is-replaced')).toEqual([{ message: redacted }])

    await using mcp = await MockMCPClient.start({ cassette, ...options })
    expect((await mcp.callTool('echo', said)).content).toEqual(redacted)
  })
})

describe('new episodes', () => {
  const test = inMode('new-episodes')

  test('asks the server for the rest', async ({ mcp }) => {
    await mcp.listTools()
    expect((await mcp.callTool('echo', { message: 'old' })).content).toBe('from the file')
    expect((await mcp.callTool('echo', { message: 'new' })).content).toBe('new')
    expect((await mcp.callTool('echo', { message: 'new' })).content).toBe('new')
  })

  it('is kept', async () => {
    expect(await callsIn('new-episodes-asks-the-server-for-the-rest')).toEqual([
      { message: 'old' },
      { message: 'new' },
      { message: 'new' },
    ])
  })
})

describe('all', () => {
  const test = inMode('all')

  test('records anew', async ({ mcp }) => {
    expect((await mcp.callTool('echo', { message: 'newer' })).content).toBe('newer')
  })

  it('is kept', async () => {
    expect(await callsIn('all-records-anew')).toEqual([{ message: 'newer' }])
  })
})

describe('once', () => {
  const test = inMode('once')

  test('keeps what is said < apart', async ({ mcp }) => {
    expect((await mcp.callTool('echo', { message: 'less' })).content).toBe('less')
  })

  test('keeps what is said > apart', async ({ mcp }) => {
    expect((await mcp.callTool('echo', { message: 'more' })).content).toBe('more')
  })
})

it('useCassette refuses a mode that it does not know', () => {
  vi.stubEnv('UNDERSTUDY_RECORD', 'twice')

  expect(() => useCassette({ command, folder })).toThrow('Cannot record as UNDERSTUDY_RECORD="twice" says')
  vi.unstubAllEnvs()
})
