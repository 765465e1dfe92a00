/** A fetch handler in the same process, and a process that has used HTTP. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startHttp } from '../../src/transport/index.js'
import { createHandler } from '../fixtures/servers/conformance/handler.mjs'
import { hear, request } from './hear.js'
import { type HeardRequest, resultOf, sendEvents, sendJson, serveHttp } from './serve-http.js'

const clientInfo = { name: 'test', version: '0.0.0' }

describe('fetch handler in the same process', () => {
  it('serves the legacy era, with its stream of its own', async () => {
    const handler = createHandler()
    await using transport = await startHttp('http://localhost/mcp', {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    })
    const heard = hear(transport)
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    await transport.send(request(0, 'initialize', params))
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })

    await transport.send(request(1, 'tools/call', { name: 'test_trigger_tool_change' }))

    await heard.until(({ messages }) => messages.length === 3)
    expect(heard.messages).toContainEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    await handler.close()
  })

  it('serves the modern era', async () => {
    const handler = createHandler()
    await using transport = await startHttp('http://localhost/mcp', {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    })
    const heard = hear(transport)
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    }

    await transport.send(request(1, 'tools/call', { name: 'test_simple_text', arguments: {}, _meta }))

    expect(heard.messages).toMatchObject([{ id: 1, result: { resultType: 'complete' } }])
    await handler.close()
  })
})

describe('process that has used HTTP', () => {
  it('ends by itself once the transport is closed, whatever the server holds open', async () => {
    const answer = (asked: HeardRequest, response: Parameters<typeof sendJson>[0]): void => {
      response.setHeader('mcp-session-id', 'abc')
      if (asked.message.method === 'initialize') sendJson(response, resultOf(asked))
      // Streams that stay open: the one of the session, and one that has been answered.
      else if (asked.method === 'GET') sendEvents(response, 'retry: 60000')
      else if (asked.method === 'POST' && asked.message.id !== undefined)
        sendEvents(response, `data: ${JSON.stringify(resultOf(asked))}`)
      else response.writeHead(202).end()
    }
    await using server = await serveHttp(answer)
    const script = `
      const { startHttp } = await import(${JSON.stringify(new URL('../../dist/transport/index.js', import.meta.url).href)})
      const transport = await startHttp(${JSON.stringify(server.url)})
      transport.start({ message() {}, noise() {}, stderr() {}, closed() {} })
      const clientInfo = { name: 'test', version: '0.0.0' }
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
      await transport.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
      await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      await transport.close()
      process.stdout.write('closed')
    `
    const client = spawn(process.execPath, ['--input-type=module', '-e', script], { timeout: 120_000 })

    const [output, errors, [code]] = await Promise.all([
      text(client.stdout),
      text(client.stderr),
      once(client, 'exit'),
    ])

    expect({ output, errors, code }).toEqual({ output: 'closed', errors: '', code: 0 })
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'POST', 'DELETE'])
  })
})
