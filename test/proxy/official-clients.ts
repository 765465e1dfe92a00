/** The official SDK's clients, versions 1 and 2, over a command on standard input and output or over HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'vitest'

export interface Official {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(params: { readonly name: string; readonly arguments?: Record<string, unknown> }): Promise<object>
  onerror?: ((error: Error) => void) | undefined
  close(): Promise<void>
}

export interface Kind {
  readonly era: 'legacy' | 'modern'
  make(): Official
  overStdio(client: Official, args: readonly string[]): Promise<void>
  overHttp(client: Official, url: string): Promise<void>
}

const SELF = { name: 'official', version: '1.0.0' }
const CAPABILITIES = { elicitation: {}, roots: {} }
const FORM = { action: 'accept' as const, content: { name: 'Ann' } }

const v1: Kind = {
  era: 'legacy',
  make() {
    const client = new ClientV1(SELF, { capabilities: CAPABILITIES })
    client.setRequestHandler(ElicitRequestSchema, () => FORM)
    return client
  },
  // Each is given the clients that it made.
  overStdio: (client, args) =>
    (client as ClientV1).connect(new StdioClientTransportV1({ command: process.execPath, args: [...args] })),
  overHttp: (client, url) =>
    (client as ClientV1).connect(
      new StreamableHTTPClientTransportV1(new URL(url)) as Parameters<ClientV1['connect']>[0],
    ),
}

function v2(given: 'legacy' | 'auto' | '2026-07-28'): Kind {
  return {
    era: given === 'legacy' ? 'legacy' : 'modern',
    make() {
      const mode = given === '2026-07-28' ? { pin: given } : given
      const client = new Client(SELF, { capabilities: CAPABILITIES, versionNegotiation: { mode } })
      client.setRequestHandler('elicitation/create', () => FORM)
      return client
    },
    overStdio: (client, args) =>
      (client as Client).connect(new StdioClientTransport({ command: process.execPath, args: [...args] })),
    overHttp: (client, url) => (client as Client).connect(new StreamableHTTPClientTransport(new URL(url))),
  }
}

export const OFFICIAL_CLIENTS: Readonly<Record<string, Kind>> = {
  'version 1': v1,
  'version 2, legacy': v2('legacy'),
  'version 2, auto': v2('auto'),
  'version 2, modern': v2('2026-07-28'),
}

/** What every client sees of the sample service, however it is reached: live, through a recorder, or replayed. */
export async function useSample(client: Official, connect: () => Promise<void>): Promise<void> {
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  try {
    await connect()
    const { tools } = await client.listTools()

    expect(tools.map(({ name }) => name)).toContain('echo')
    expect(await client.callTool({ name: 'echo', arguments: { message: 'hi' } })).toMatchObject({
      content: [{ type: 'text', text: 'hi' }],
    })
    expect(await client.callTool({ name: 'regional', arguments: { region: 'Äsch', zone: 4 } })).toMatchObject(
      {
        content: [{ type: 'text', text: 'Äsch 4' }],
      },
    )
    expect(await client.callTool({ name: 'tells', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: 'told' }],
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
