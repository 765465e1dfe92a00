import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/index.js'
import { linkedTransports } from '../../transport/index.js'
import { listingOnly } from './listing-only.js'

const call: JsonObject = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'write' } }
const list: JsonObject = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

function setUp() {
  const [near, far] = linkedTransports()
  const received: unknown[] = []
  const ignore = () => undefined
  far.start({ message: (message) => received.push(message), noise: ignore, stderr: ignore, closed: ignore })
  return {
    transport: listingOnly(near),
    received,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

describe('a connection for listing only', () => {
  it('lets through what it takes to meet a server and to list, and responses', async () => {
    await using transport = setUp().transport
    const { transport: other, received, turn } = setUp()
    const messages = [
      ...['initialize', 'server/discover', 'tools/list'].map((method, id) => ({
        jsonrpc: '2.0',
        id,
        method,
      })),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', id: 'ping', result: {} },
      { jsonrpc: '2.0', id: 'roots', error: { code: -32601, message: 'no' } },
    ]

    for (const message of messages) await other.send(message)
    await other.send([list])
    await turn()

    expect(received).toEqual([...messages, [list]])
    await other.close()
    expect(transport.peer).toBe('server')
  })
  it.each<[string, JsonObject | JsonObject[]]>([
    ['a call', call],
    ['a call among others', [list, call]],
    ['a call that calls itself a response', { ...call, result: {} }],
    ['a prompt', { jsonrpc: '2.0', id: 1, method: 'prompts/get' }],
    ['a task', { jsonrpc: '2.0', id: 1, method: 'tasks/result' }],
    ['a method that is a list', { jsonrpc: '2.0', id: 1, method: ['tools/list'] }],
    ['what is no message', {}],
  ])('lets %s never leave', async (_, message) => {
    const { transport, received, turn } = setUp()

    await expect(transport.send(message)).rejects.toMatchObject({ code: 'USAGE' })
    await turn()

    expect(received).toEqual([])
    await transport.close()
  })
  it('lets no text leave, whatever it says', async () => {
    const { transport, received, turn } = setUp()

    await expect(transport.sendText(JSON.stringify(list))).rejects.toMatchObject({ code: 'USAGE' })
    await turn()

    expect(received).toEqual([])
    await transport.close()
  })
})
