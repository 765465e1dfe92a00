/** `record`: a session of the test kit goes into a store, with what is said in between. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openCassetteStore, openMemoryStore, type RecordingStore } from '../../../src/recording/index.js'
import { MockMCPClient } from '../../../src/testing/index.js'
import { fixture } from '../../fixtures/start-server.js'
import { scratchFolder } from '../../proxy/recorder-process.js'
import { verifies } from '../../verifies.js'

verifies('record:whole-exchange')

const command = (name: string): string[] => [fixture(name).command, ...(fixture(name).args ?? [])]

async function toolCallsIn(store: RecordingStore) {
  const all = []
  for await (const { tool, between, ended, response } of store.list({ method: 'tools/call' }))
    all.push({
      tool: tool?.name,
      between: between.map(({ from, message }) => [from, message.method]),
      ended,
      response,
    })
  return all
}

it('record keeps a session in a cassette, and what was said in between', async () => {
  using folder = scratchFolder()
  const path = join(folder.path, 'session.jsonl')
  {
    await using client = await MockMCPClient.start({ command: command('reports-progress'), record: { path } })
    const [tool] = await client.listTools()
    await client.callTool(tool?.name ?? '', {}, { onProgress: () => undefined })
  }

  await using store = await openCassetteStore(path)
  const [call, ...others] = await toolCallsIn(store)
  expect(others).toEqual([])
  expect(call).toMatchObject({ ended: 'answered' })
  expect(call?.between.length).toBeGreaterThan(0)
  expect(new Set(call?.between.map(String))).toEqual(new Set(['server,notifications/progress']))
})

it('record leaves a store of the caller open, and tells with the stop that it failed', async () => {
  await using store = openMemoryStore()
  const start = (record: { store: RecordingStore }) =>
    MockMCPClient.start({ command: command('echo'), record })

  const client = await start({ store })
  await client.callTool('echo', { message: 'hi' })
  await client.stop()
  expect(await toolCallsIn(store)).toHaveLength(1)

  await store[Symbol.asyncDispose]()
  const failing = await start({ store })
  expect((await failing.callTool('echo', { message: 'hi' })).content).toBe('hi')
  await expect(failing.stop()).rejects.toThrow('Cannot record everything that was said')
})

it('record without a place, or with two, is refused', async () => {
  const start = (record: object) => MockMCPClient.start({ command: command('echo'), record })

  await expect(start({})).rejects.toThrow('record needs either a store or a path')
  await expect(start({ path: 'a', store: openMemoryStore() })).rejects.toThrow('record needs')
})
