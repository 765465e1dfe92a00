/** The Mock MCP Client, strict about the wire, with a service. */
import { describe, expect, it } from 'vitest'
import { serveHttp } from '../../src/server/index.js'
import { MockMCPClient } from '../../src/testing/index.js'
import { createSampleService } from '../fixtures/services/sample-service.mjs'
import { fixture } from '../fixtures/start-server.js'

const { command, args = [] } = fixture('served')
const STRICT = {
  wireCheck: 'throw',
  onElicitation: () => ({ action: 'accept', content: { name: 'Ann' } }),
} as const

async function useEverything(client: MockMCPClient): Promise<void> {
  await client.listTools()
  await client.listResources()
  for (const name of ['echo', 'tells', 'asks', 'requires', 'lists', 'counts', 'changes'])
    expect((await client.callTool(name, { message: 'hi' })).success, name).toBe(true)
  expect((await client.callTool('throws')).success).toBe(false)
}

describe.each(['legacy', 'modern'] as const)('Mock MCP Client with a service, era %s', (era) => {
  it('finds nothing wrong on standard input and output', async () => {
    await using client = await MockMCPClient.start({ command: [command, ...args], era, ...STRICT })

    await useEverything(client)
    await client.stop()
  })

  it('finds nothing wrong over HTTP', async () => {
    await using server = await serveHttp(createSampleService())
    await using client = await MockMCPClient.start({ url: server.url, era, ...STRICT })

    await useEverything(client)
    await client.stop()
  })
})

describe('service on standard input and output', () => {
  it('ends with the connection when it hangs up', async () => {
    await using client = await MockMCPClient.start({ command: [command, ...args] })

    await expect(client.callTool('hangs-up')).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
      data: { exitCode: 0 },
    })
  })
})
