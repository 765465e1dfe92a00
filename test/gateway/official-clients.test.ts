/** The official SDK's clients, versions 1 and 2, with a gateway: they list, call, rehearse and run, and see no fault in what they are told. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { gatewayCommand, serveGatewayOverHttp } from './served-gateway.js'

verifies('gateway:real-clients')

const SELF = { name: 'official', version: '1.0.0' }
const NOTE = { id: 'welcome', text: 'hello' }

const CODE = `const note = await mcp.notes.read_note({ id: params.id })
await mcp.notes.write_note({ id: 'copy', text: note.text })
return note.text`

const WORKFLOW = {
  tasks: [
    { id: 'read', tool: 'notes:read_note', arguments: { id: 'welcome' } },
    { id: 'save', tool: 'notes:write_note', arguments: { id: 'copy', text: '$OUTPUT[read].text' } },
  ],
}

interface Official {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(params: { readonly name: string; readonly arguments?: Record<string, unknown> }): Promise<object>
  onerror?: ((error: Error) => void) | undefined
  close(): Promise<void>
}

/** What each of them does, with what it gets held against what the canary heard. */
async function use(
  client: Official,
  called: () => readonly string[],
  connect: () => Promise<void>,
): Promise<void> {
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  try {
    await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      ...['describe_tools', 'execute_code', 'execute_dag'],
      ...['notes__delete_note', 'notes__read_note', 'notes__write_note', 'run_plan', 'search_tools'],
    ])
    expect(called()).toEqual([])

    const read = await client.callTool({ name: 'notes__read_note', arguments: { id: 'welcome' } })
    expect(read).toMatchObject({ structuredContent: NOTE })
    expect(called()).toEqual(['read_note'])

    // These clients hold structured content against the output schema that they have listed.
    const receipts: string[] = []
    for (const [name, plan] of [
      ['execute_code', { code: CODE, params: { id: 'welcome' } }],
      ['execute_dag', { workflow: WORKFLOW }],
    ] as const) {
      const rehearsal = await client.callTool({ name, arguments: { ...plan, dry_run: true } })
      expect(rehearsal).toMatchObject({
        structuredContent: {
          dry_run: true,
          // Nothing that was guessed decides: what is assumed is told.
          verdict: 'pass',
          assumptions: [{ tool: 'notes:write_note' }],
          tools_called: ['notes:read_note', 'notes:write_note'],
        },
      })
      receipts.push(
        (rehearsal as { readonly structuredContent: { readonly receipt: string } }).structuredContent.receipt,
      )
    }
    expect(called()).toEqual(['read_note'])

    const run = await client.callTool({
      name: 'run_plan',
      arguments: { receipt: receipts[0] ?? '' },
    })
    expect(run).toMatchObject({ structuredContent: { dry_run: false, ended: 'completed', result: 'hello' } })
    const dag = await client.callTool({ name: 'run_plan', arguments: { receipt: receipts[1] ?? '' } })
    expect(dag).toMatchObject({ structuredContent: { dry_run: false, ended: 'completed' } })
    expect(called()).toEqual(['read_note', ...['read_note', 'write_note'], ...['read_note', 'write_note']])

    const refused = await client.callTool({ name: 'execute_code', arguments: { code: CODE, dryrun: true } })
    expect(refused).toMatchObject({ isError: true })
    expect(called()).toHaveLength(5)
    expect(errors).toEqual([])
  } finally {
    await client.close()
  }
}

describe('official client of version 1', () => {
  it('works with a gateway over standard input and output', async () => {
    using gateway = gatewayCommand()
    const client = new ClientV1(SELF)
    const transport = new StdioClientTransportV1({ ...gateway, stderr: 'ignore' })
    await use(client, gateway.called, () => client.connect(transport))
  })

  it('works with a gateway over HTTP', async () => {
    await using gateway = await serveGatewayOverHttp()
    const client = new ClientV1(SELF)
    const transport = new StreamableHTTPClientTransportV1(gateway.url)
    await use(client, gateway.called, () =>
      // Its own type has a member that `exactOptionalPropertyTypes` does not let be undefined.
      client.connect(transport as Parameters<ClientV1['connect']>[0]),
    )
  })
})

describe.each(['legacy', '2026-07-28'] as const)('official client of version 2, mode %s', (given) => {
  const make = (): Client => {
    const mode = given === 'legacy' ? given : { pin: given }
    return new Client(SELF, { versionNegotiation: { mode } })
  }

  it('works with a gateway over standard input and output', async () => {
    using gateway = gatewayCommand()
    const client = make()
    const transport = new StdioClientTransport({ ...gateway, stderr: 'ignore' })
    await use(client, gateway.called, () => client.connect(transport))
  })

  it('works with a gateway over HTTP', async () => {
    await using gateway = await serveGatewayOverHttp()
    const client = make()
    await use(client, gateway.called, () => client.connect(new StreamableHTTPClientTransport(gateway.url)))
  })
})
