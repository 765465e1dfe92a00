/** The official SDK's clients, versions 1 and 2, with a service: they list, call, are asked, and see no fault in what they are told. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import type { Era } from '../../src/protocol/index.js'
import { serveHttp } from '../../src/server/index.js'
import { createSampleService } from '../fixtures/services/sample-service.mjs'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('server:official-clients')

const SELF = { name: 'official', version: '1.0.0' }
const CAPABILITIES = { elicitation: {}, roots: {} }
const FORM = { action: 'accept' as const, content: { name: 'Ann' } }
const { command, args = [] } = fixture('served')
const launch = { command, args: [...args] }

interface Official {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(params: { readonly name: string; readonly arguments?: Record<string, unknown> }): Promise<object>
  onerror?: ((error: Error) => void) | undefined
  close(): Promise<void>
}

/** What each of them sees. */
async function use(client: Official, era: Era, connect: () => Promise<void>): Promise<void> {
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  try {
    await connect()
    const { tools } = await client.listTools()

    expect(tools.map(({ name }) => name)).toContain('echo')
    expect(await client.callTool({ name: 'echo', arguments: { message: 'hi' } })).toMatchObject({
      content: [{ type: 'text', text: 'hi' }],
    })
    // These clients hold structured content against the schema that they have listed.
    expect(await client.callTool({ name: 'counts', arguments: {} })).toMatchObject({
      structuredContent: era === 'legacy' ? { result: 3 } : 3,
    })
    expect(await client.callTool({ name: 'lists', arguments: {} })).toMatchObject({
      structuredContent: era === 'legacy' ? { result: ['a', 'b'] } : ['a', 'b'],
    })
    expect(await client.callTool({ name: 'asks', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: 'Hello, Ann' }],
    })
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    expect(errors).toEqual([])
  } finally {
    await client.close()
  }
}

describe('official client of version 1', () => {
  const era = 'legacy'

  const make = (): ClientV1 => {
    const client = new ClientV1(SELF, { capabilities: CAPABILITIES })
    client.setRequestHandler(ElicitRequestSchema, () => FORM)
    return client
  }

  it('is content over standard input and output', async () => {
    const client = make()
    await use(client, era, () => client.connect(new StdioClientTransportV1(launch)))
  })

  it('is content over HTTP', async () => {
    await using server = await serveHttp(createSampleService())
    const client = make()
    const transport = new StreamableHTTPClientTransportV1(new URL(server.url))
    // Its own type has a member that `exactOptionalPropertyTypes` does not let be undefined.
    await use(client, era, () => client.connect(transport as Parameters<ClientV1['connect']>[0]))
  })
})

describe.each(['legacy', 'auto', '2026-07-28'] as const)('official client of version 2, mode %s', (given) => {
  const era = given === 'legacy' ? given : 'modern'

  const make = (): Client => {
    const mode = given === '2026-07-28' ? { pin: given } : given
    const client = new Client(SELF, { capabilities: CAPABILITIES, versionNegotiation: { mode } })
    client.setRequestHandler('elicitation/create', () => FORM)
    return client
  }

  it('is content over standard input and output', async () => {
    const client = make()
    await use(client, era, () => client.connect(new StdioClientTransport(launch)))
  })

  it('is content over HTTP', async () => {
    await using server = await serveHttp(createSampleService())
    const client = make()
    await use(client, era, () => client.connect(new StreamableHTTPClientTransport(new URL(server.url))))
  })
})
