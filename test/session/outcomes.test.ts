import { describe, expect, it } from 'vitest'
import { startServer } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies(
  'wire:ids-matched',
  'wire:concurrent',
  'client:request-form',
  'client:success-form',
  'client:error-form',
  'client:initialize-method',
  'client:call-method',
  'client:handshake-revision',
  'client:handshake-client-info',
  'client:list-returns-definitions',
  'client:call-without-arguments',
  'client:ids-rise',
)

const EMPTY = { type: 'object', additionalProperties: false }

describe('session with a healthy server', () => {
  it('agrees on the newest legacy revision and keeps what the server says about itself', async () => {
    await using server = await startServer('echo')

    const { serverInfo, capabilities, instructions, revision } = server.session
    expect({ serverInfo, capabilities, instructions, revision }).toEqual({
      serverInfo: { name: 'fixture', version: '1.0.0' },
      capabilities: { tools: {} },
      instructions: undefined,
      revision: '2025-11-25',
    })
  })

  it('sends initialize, then notifications/initialized, before anything else', async () => {
    await using server = await startServer('echo')
    await server.session.ping()

    const sent = server.events.flatMap((event) => (event.kind === 'sent' ? [event.message] : []))
    expect(sent).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'test', version: '0.0.0' },
        },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
    ])
  })

  it('lists tools with every field they came with', async () => {
    await using server = await startServer('echo')

    expect(await server.session.listTools()).toEqual([
      {
        name: 'echo',
        description: 'Says what it is told',
        inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      },
      ...['fail', 'count', 'arguments', 'environment'].map((name) => ({ name, inputSchema: EMPTY })),
    ])
  })

  it('tells results, tool errors and JSON-RPC errors apart', async () => {
    await using server = await startServer('echo')

    expect(await server.session.callTool('echo', { message: 'hi' })).toEqual({
      kind: 'result',
      content: [{ type: 'text', text: 'hi' }],
    })
    expect(await server.session.callTool('count')).toEqual({
      kind: 'result',
      content: [{ type: 'text', text: '{"count":3}' }],
      structured: { count: 3 },
      meta: { a: 1 },
    })
    expect(await server.session.callTool('fail')).toEqual({
      kind: 'tool-error',
      content: [{ type: 'text', text: 'it did not work' }],
    })
    expect(await server.session.callTool('nope')).toEqual({
      kind: 'rpc-error',
      code: -32602,
      message: 'Unknown tool: nope',
    })
  })

  it('reads code, message and data of a JSON-RPC error', async () => {
    await using server = await startServer('error-with-data')

    expect(await server.session.callTool('echo')).toEqual({
      kind: 'rpc-error',
      code: -32000,
      message: 'the quota is used up',
      data: { left: 0 },
    })
  })

  it('sends empty arguments as empty and absent arguments as absent', async () => {
    await using server = await startServer('echo')

    expect(await server.session.callTool('arguments', {})).toMatchObject({
      content: [{ text: '{"name":"arguments","arguments":{}}' }],
    })
    expect(await server.session.callTool('arguments')).toMatchObject({
      content: [{ text: '{"name":"arguments"}' }],
    })
  })

  it('throws the error of a request that is no tool call, with its code', async () => {
    await using server = await startServer('echo')

    await expect(server.session.request('resources/list')).rejects.toMatchObject({
      code: 'RPC_ERROR',
      message:
        'Cannot get an answer to "resources/list": the server answered with error -32601: "No method resources/list"',
      data: { code: -32601, message: 'No method resources/list' },
    })
  })

  it('refuses to be used after it was closed, and closes twice', async () => {
    await using server = await startServer('echo')
    await server.session.close()
    await server.session.close()

    await expect(server.session.callTool('echo')).rejects.toMatchObject({
      name: 'UsageError',
      code: 'ALREADY_CLOSED',
    })
  })

  it('gives each of three calls its own answer when they are answered in reverse', async () => {
    await using server = await startServer('reverses-answers')

    const answers = await Promise.all(
      ['a', 'b', 'c'].map((message) => server.session.callTool('echo', { message })),
    )
    expect(answers).toMatchObject(['a', 'b', 'c'].map((text) => ({ content: [{ text }] })))
  })
})
