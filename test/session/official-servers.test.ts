/** The official servers, as users run them: every message is held against the protocol. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type OfficialServer, officialServer } from '../fixtures/official-servers.js'
import { startServer } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('client:stdio-json-rpc', 'client:list-method')

describe('session with an official server', () => {
  it('lists and calls the tools of server-filesystem', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'note.txt'), 'hello')
    await using server = await startServer(official('server-filesystem', folder.path))

    const tools = await server.session.listTools()
    expect(tools.map(({ name }) => name)).toContain('read_text_file')
    expect(await server.session.callTool('read_text_file', { path: join(folder.path, 'note.txt') })).toEqual({
      kind: 'result',
      content: [{ type: 'text', text: 'hello' }],
      structured: { content: 'hello' },
    })
    expect(await server.session.callTool('read_text_file', { path: '/etc/passwd' })).toMatchObject({
      kind: 'tool-error',
    })
  })

  it('lists and calls the tools of server-memory', async () => {
    await using folder = await temporaryFolder()
    await using server = await startServer(official('server-memory'), {
      env: { MEMORY_FILE_PATH: join(folder.path, 'memory.jsonl') },
    })
    const entity = { name: 'a', entityType: 'note', observations: ['b'] }

    expect(await server.session.listTools()).toHaveLength(9)
    expect(await server.session.callTool('create_entities', { entities: [entity] })).toMatchObject({
      kind: 'result',
      structured: { entities: [entity] },
    })
    expect(await server.session.callTool('read_graph', {})).toMatchObject({
      structured: { entities: [entity], relations: [] },
    })
  })

  it('lists and calls the tools of server-everything, which asks back and reports progress', async () => {
    const reports: number[] = []
    await using server = await startServer(official('server-everything', 'stdio'), {
      handlers: {
        'roots/list': () => ({ roots: [] }),
        'sampling/createMessage': () => ({
          role: 'assistant',
          content: { type: 'text', text: 'sampled' },
          model: 'none',
        }),
        'elicitation/create': () => ({ action: 'decline' }),
      },
    })

    const tools = await server.session.listTools()
    expect(tools.map(({ name }) => name)).toContain('echo')
    expect(await server.session.callTool('echo', { message: 'hi' })).toMatchObject({
      content: [{ type: 'text', text: 'Echo: hi' }],
    })
    expect(
      await server.session.callTool('trigger-sampling-request', { prompt: 'x', maxTokens: 5 }),
    ).toMatchObject({ kind: 'result', content: [{ text: expect.stringContaining('sampled') }] })
    await server.session.callTool(
      'trigger-long-running-operation',
      { duration: 0.3, steps: 3 },
      { onProgress: ({ progress }) => reports.push(progress) },
    )
    expect(reports).toEqual([1, 2, 3])
  })
})

function official(name: OfficialServer, ...args: readonly string[]) {
  return { command: process.execPath, args: [officialServer(name), ...args] }
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'official-')))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
