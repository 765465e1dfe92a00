/** The official SDK's clients, versions 1 and 2, with a service: they list, call, are asked, and see no fault in what they are told. */
import { describe, expect, it } from 'vitest'
import type { Era } from '../../src/protocol/index.js'
import { serveHttp } from '../../src/server/index.js'
import { OFFICIAL_CLIENTS, type Official } from '../fixtures/official-clients.js'
import { createSampleService } from '../fixtures/services/sample-service.mjs'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('server:official-clients')

const { args = [] } = fixture('served')

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

describe.each(Object.entries(OFFICIAL_CLIENTS))(
  'official client of %s',
  (_, { era, make, overStdio, overHttp }) => {
    it('is content over standard input and output', async () => {
      const client = make()
      await use(client, era, () => overStdio(client, args))
    })

    it('is content over HTTP', async () => {
      await using server = await serveHttp(createSampleService())
      const client = make()
      await use(client, era, () => overHttp(client, server.url))
    })
  },
)
