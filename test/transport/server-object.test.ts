/** Servers of the official SDKs in the same process. */
import { Server as ServerOfV1 } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer as McpServerOfV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpServer, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { describe, expect, it } from 'vitest'
import { linkServer, type ServerObject, type Transport } from '../../src/transport/index.js'
import { hear, request } from './hear.js'

const self = { name: 'in-process', version: '1.0.0' }
const initialize = request(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '0.0.0' },
})
const discover = request(0, 'server/discover', {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
})

const makeServer = (): McpServer => {
  const server = new McpServer(self)
  server.registerTool('greet', { description: 'Greets' }, () => ({
    content: [{ type: 'text', text: 'hello' }],
  }))
  return server
}

const SERVERS: readonly [string, () => ServerObject][] = [
  ['McpServer of version 1', () => new McpServerOfV1(self)],
  ['Server of version 1', () => new ServerOfV1(self, { capabilities: {} })],
  ['McpServer of version 2', makeServer],
  ['Server of version 2', () => new Server(self, { capabilities: {} })],
  ['serveStdio', () => (transport) => serveStdio(makeServer, { transport })],
]

describe.each(SERVERS)('%s in the same process', (_, make) => {
  it('answers the handshake of the legacy era', async () => {
    await using transport = await linkServer(make())
    const heard = hear(transport)

    await transport.send(initialize)

    await heard.until(({ messages }) => messages.length === 1)
    expect(heard.messages).toMatchObject([
      { id: 0, result: { protocolVersion: '2025-11-25', serverInfo: self } },
    ])
  })
})

describe('server object', () => {
  it('answers in the modern era when it serves both', async () => {
    await using transport = await linkServer((other) => serveStdio(makeServer, { transport: other }))
    const heard = hear(transport)

    await transport.send(discover)

    await heard.until(({ messages }) => messages.length === 1)
    expect(heard.messages).toMatchObject([{ id: 0, result: { supportedVersions: ['2026-07-28'] } }])
  })

  it('is closed with the transport', async () => {
    const server = makeServer()
    let closings = 0
    server.server.onclose = () => closings++
    const transport = await linkServer(server)
    const heard = hear(transport)

    await Promise.all([transport.close(), transport.close()])

    expect([closings, server.isConnected()]).toEqual([1, false])
    expect(heard.ends).toMatchObject([{ kind: 'closed-here' }])
  })

  it('is closed also where a function gave it', async () => {
    let closings = 0
    const transport = await linkServer(async (other) => {
      await other.start()
      return { close: () => closings++ }
    })
    hear(transport)

    await transport.close()

    expect(closings).toBe(1)
  })

  it('ends the transport when it is closed', async () => {
    const server = makeServer()
    await using transport = await linkServer(server)
    const heard = hear(transport)

    await server.close()

    await heard.until(({ ends }) => ends.length === 1)
    expect(heard.ends).toMatchObject([{ kind: 'closed-by-peer' }])
  })

  it('is refused when it is connected already, and goes on with who has it', async () => {
    const server = new McpServerOfV1(self)
    await using first = await linkServer(server)
    const heard = hear(first)

    await expect(linkServer(server)).rejects.toMatchObject({
      name: 'TransportError',
      code: 'CONNECTION_CLOSED',
      message: expect.stringContaining('Cannot connect to the server object: '),
    })

    await first.send(initialize)
    await heard.until(({ messages }) => messages.length === 1)
  })

  it('does not stop for text that is no message', async () => {
    const server = makeServer()
    const errors: string[] = []
    server.server.onerror = ({ message }) => errors.push(message)
    await using transport: Transport = await linkServer(server)
    const heard = hear(transport)

    await transport.sendText('no message')
    await transport.send(initialize)

    await heard.until(({ messages }) => messages.length === 1)
    expect(errors).toEqual(['A line is no message: it is not JSON'])
  })
})
