/** A cassette in the place of a server, for the Mock MCP Client. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openCassetteStore, openMemoryStore } from '../../src/recording/index.js'
import { MockMCPClient } from '../../src/testing/index.js'
import { recorded, recordedCall, recordedHandshake } from '../fixtures/recorded-exchange.js'

const tools = [{ name: 'echo', inputSchema: { type: 'object' } }]
const recordings = [
  recordedHandshake({ tools: {} }),
  recorded({ method: 'tools/list', response: { result: { tools } } }),
  recordedCall('echo', { message: 'hi' }, 'hi'),
]

it.each(['legacy', 'auto', 'modern'] as const)(
  'MockMCPClient starts from a cassette file in the era %s',
  async (era) => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-cassette-'))
    const cassette = join(folder, 'echo.jsonl')
    {
      await using store = await openCassetteStore(cassette)
      await store.append(recordings)
    }

    await using client = await MockMCPClient.start({ cassette, era })
    const said = await client.callTool('echo', { message: 'hi' })
    const refused = await client.callTool('echo', { message: 'ho' })

    expect([client.era, client.serverInfo.name]).toEqual([era === 'legacy' ? 'legacy' : 'modern', 'star'])
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['echo'])
    expect([said.success, said.content]).toEqual([true, 'hi'])
    expect(refused.errorMessage).toContain('/message is "ho", recorded "hi"')
    expect(client.replay?.misses.map(({ tool }) => tool)).toEqual(['echo'])
    expect(client.replay?.unused).toEqual([])
    expect(client.violations).toEqual([])
    await rm(folder, { recursive: true })
  },
)

it('MockMCPClient starts from an open store, with faults and a choice of server', async () => {
  await using store = openMemoryStore()
  await store.append([...recordings, recordedCall('other', {}, 'no', { server: 'other' })])

  await expect(MockMCPClient.start({ cassette: store })).rejects.toThrow(
    'it holds recordings of several servers',
  )
  await expect(MockMCPClient.start({ cassette: store, recordedServer: 'dmeo' })).rejects.toMatchObject({
    message: 'Cannot replay from "the store": there is no recording of a server "dmeo"',
    hint: 'recorded are demo, other',
  })
  const options = { cassette: store, recordedServer: 'demo', faults: ['echo=error:-32000@2'] }
  await using client = await MockMCPClient.start(options)
  const said = [
    await client.callTool('echo', { message: 'hi' }),
    await client.callTool('echo', { message: 'hi' }),
  ]

  expect(said.map(({ success, errorCode }) => [success, errorCode])).toEqual([
    [true, undefined],
    [false, -32000],
  ])
})

it.each([
  [{ cassette: '/nowhere/at-all.jsonl' }, 'Cannot replay "/nowhere/at-all.jsonl": there is no such file'],
  [{ cassette: openMemoryStore() }, 'Cannot replay from "the store": there is no recording'],
  [{ cassette: openMemoryStore(), faults: ['echo'] }, 'there is no recording'],
])('MockMCPClient tells why it cannot start from %j', async (options, message) => {
  await expect(MockMCPClient.start(options)).rejects.toThrow(message)
})
