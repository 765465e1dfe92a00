/** The sessions of legacy clients over HTTP. */
import { expect, it } from 'vitest'
import { createHttpHandler, openDesk, readSettings } from '../dist/index.js'
import { SAMPLES } from './samples.js'

it('the session ends that was not used for longest when there are too many', async () => {
  const desk = openDesk(readSettings({ PONGOGO_KNOWLEDGE_PATH: SAMPLES }, SAMPLES), () => undefined)
  await using handler = createHttpHandler(desk, { maxSessions: 2 })
  const open = async (): Promise<string> => {
    const { headers } = await handler.fetch(post(HANDSHAKE))
    return headers.get('mcp-session-id') ?? ''
  }
  const statusOf = async (id: string): Promise<number> =>
    (await handler.fetch(post(PING, { 'mcp-session-id': id }))).status

  const first = await open()
  const second = await open()
  await statusOf(first)
  const third = await open()

  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([200, 404, 200])
})

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const HANDSHAKE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

function post(message: object, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(message),
  })
}
