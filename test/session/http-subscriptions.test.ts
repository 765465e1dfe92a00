/** Subscriptions of the modern era over HTTP, where each is a stream of its own. */
import { expect, it } from 'vitest'
import { connectUrl } from '../../src/session/index.js'
import { MODERN_SERVER } from '../fixtures/scripted-server.js'
import { resultOf, sendEvents, sendJson, serveHttp } from '../transport/serve-http.js'

it('a subscription whose stream the server ends was ended by the server, and the session lives on', async () => {
  await using server = await serveHttp((asked, response) => {
    if (asked.message.method !== 'subscriptions/listen')
      return sendJson(
        response,
        resultOf(asked, asked.message.method === 'tools/list' ? TOOLS : MODERN_SERVER),
      )
    const params = {
      _meta: { 'io.modelcontextprotocol/subscriptionId': asked.message.id },
      notifications: {},
    }
    const method = 'notifications/subscriptions/acknowledged'
    sendEvents(response, `data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}`)
    response.end()
  })
  await using session = await connectUrl(server.url, {
    clientInfo: { name: 'test', version: '0' },
    era: 'modern',
  })

  const subscription = await session.subscribe({ tools: true })

  expect(await subscription.ended).toBe('ended-by-server')
  expect(await session.listTools()).toEqual([])
})

const TOOLS = { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'public' }
