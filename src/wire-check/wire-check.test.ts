import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../base/index.js'
import { REVISIONS, type Revision } from '../protocol/index.js'
import { createSchemaCompiler } from '../schema/index.js'
import { createProtocolSchemas } from './protocol-schemas.js'
import { createWireCheck, type WireCheck } from './wire-check.js'

const schemas = createProtocolSchemas(createSchemaCompiler())
const TOOLS_LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
const TOOL = { name: 'a', inputSchema: { type: 'object' } }
const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

describe('wire check', () => {
  it.each(REVISIONS.filter((revision) => revision < '2026'))(
    'finds nothing in a clean %s connection',
    (revision) => {
      const check = opened(revision)

      sent(check, TOOLS_LIST)
      received(check, { jsonrpc: '2.0', id: 2, result: { tools: [TOOL] } })
      sent(check, { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'a', arguments: {} } })
      received(check, { jsonrpc: '2.0', id: 1, method: 'ping' })
      sent(check, { jsonrpc: '2.0', id: 1, result: {} })
      received(check, { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } })
      received(check, { jsonrpc: '2.0', id: 3, result: { content: [{ type: 'text', text: 'x' }] } })
      sent(check, { jsonrpc: '2.0', id: 4, method: 'vendor/extension' })
      received(check, { jsonrpc: '2.0', id: 4, error: { code: -32601, message: 'no' } })

      expect(check.violations).toEqual([])
    },
  )

  it('takes messages that name no revision for those of the modern requests around them', () => {
    const check = createWireCheck(schemas)
    sent(check, {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { _meta: MODERN_META, notifications: {} },
    })
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 1 }
    const acknowledged = 'notifications/subscriptions/acknowledged'
    received(check, { jsonrpc: '2.0', method: acknowledged, params: { _meta, notifications: {} } })
    expect(check.violations).toEqual([])

    received(check, { jsonrpc: '2.0', method: acknowledged, params: { _meta } })
    sent(check, { jsonrpc: '2.0', method: acknowledged, params: { notifications: {} } })
    expect(check.violations.map(({ text }) => text)).toEqual([
      expect.stringContaining('it breaks SubscriptionsAcknowledgedNotification of 2026-07-28'),
      `a client does not send ${acknowledged}`,
    ])
  })

  it('takes a call that becomes a task of the extension for what it is', () => {
    const check = createWireCheck(schemas)
    sent(check, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: MODERN_META, name: 'a' } })
    received(check, { jsonrpc: '2.0', id: 1, result: { resultType: 'task', taskId: 't' } })
    expect(check.violations).toEqual([])

    sent(check, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { _meta: MODERN_META, name: 'a' } })
    received(check, { jsonrpc: '2.0', id: 2, result: { resultType: 'other', taskId: 't' } })
    expect(check.violations).toHaveLength(1)
  })

  it('finds nothing in a clean modern exchange, and asks for its metadata', () => {
    const check = createWireCheck(schemas)
    sent(check, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: MODERN_META } })
    const tools = { resultType: 'complete', tools: [TOOL], ttlMs: 0, cacheScope: 'public' }
    received(check, { jsonrpc: '2.0', id: 1, result: tools })
    expect(check.violations).toEqual([])

    const { 'io.modelcontextprotocol/clientCapabilities': _, ...less } = MODERN_META
    sent(check, { jsonrpc: '2.0', id: 2, method: 'tools/list', params: { _meta: less } })
    expect(check.violations.length).toBeGreaterThan(0)
  })

  it.each<[string, (check: WireCheck) => void, RegExp]>([
    [
      'a result that breaks the schema of its request',
      answer({ tools: [{ name: 1 }] }),
      /breaks ListToolsResult of 2025-11-25/,
    ],
    [
      'an error without a code',
      (check) => answerWith(check, { error: { message: 'x' } }),
      /not an object with an integer code/,
    ],
    [
      'a result and an error in one',
      (check) => answerWith(check, { result: {}, error: { code: 1, message: '' } }),
      /both/,
    ],
    [
      'a second response',
      (check) => {
        answer({ tools: [] })(check)
        received(check, { jsonrpc: '2.0', id: 2, result: { tools: [] } })
      },
      /was answered before/,
    ],
    [
      'an id of the wrong type',
      (check) => {
        sent(check, TOOLS_LIST)
        received(check, { jsonrpc: '2.0', id: '2', result: { tools: [] } })
      },
      /answers no request.*"2"/,
    ],
    [
      'an id used twice',
      (check) => {
        sent(check, TOOLS_LIST)
        sent(check, TOOLS_LIST)
      },
      /id 2 was used before/,
    ],
    [
      'params that break the schema of the request',
      (check) => sent(check, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: {} }),
      /breaks CallToolRequest/,
    ],
    [
      'a notification that breaks its schema',
      (check) =>
        received(check, {
          jsonrpc: '2.0',
          method: 'notifications/message',
          params: { level: 'loud', data: 1 },
        }),
      /breaks LoggingMessageNotification/,
    ],
    [
      'a method that only the other side may send',
      (check) => received(check, TOOLS_LIST),
      /a server does not send tools\/list/,
    ],
    [
      'a batch outside its one revision',
      (check) => received(check, [{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]),
      /batches exist in revision 2025-03-26 alone/,
    ],
    [
      'a message without a version',
      (check) => sent(check, { id: 2, method: 'tools/list' }),
      /no "jsonrpc" member/,
    ],
  ])('finds %s', (_, misbehave, pattern) => {
    const check = opened('2025-11-25')

    misbehave(check)

    expect(check.violations.length).toBeGreaterThan(0)
    for (const { text } of check.violations) expect(text).toMatch(pattern)
  })

  it('finds a request before notifications/initialized, but not a ping', () => {
    const check = createWireCheck(schemas)
    sent(check, { jsonrpc: '2.0', id: 1, method: 'ping' })
    expect(check.violations).toEqual([])

    sent(check, TOOLS_LIST)
    expect(check.violations).toEqual([
      { side: 'client', text: 'tools/list was sent before notifications/initialized', frame: TOOLS_LIST },
    ])
  })

  it('finds a handshake with a revision that is none, or has no handshake', () => {
    for (const protocolVersion of ['2026-07-28', '1999-01-01']) {
      const check = createWireCheck(schemas)
      sent(check, initialize('2025-11-25'))
      received(check, initialized({ ...SERVER, protocolVersion }))

      expect(check.violations).toMatchObject([
        { side: 'server', text: expect.stringContaining(protocolVersion) },
      ])
    }
  })

  it('allows a batch in 2025-03-26 and looks into it', () => {
    const check = opened('2025-03-26')
    sent(check, TOOLS_LIST)
    received(check, [{ jsonrpc: '2.0', id: 2, result: { tools: [] } }])
    expect(check.violations).toEqual([])

    received(check, [{ jsonrpc: '2.0', id: 2, result: { tools: [] } }])
    expect(check.violations).toHaveLength(1)
  })

  it('blames nobody for each answer to an id that was used again', () => {
    const check = opened('2025-11-25')
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const pong = { jsonrpc: '2.0', id: 1, result: {} }

    for (const message of [ping, ping]) received(check, message)
    for (const message of [pong, pong, pong]) sent(check, message)

    expect(check.violations.map(({ side, text }) => `${side}: ${text}`)).toEqual([
      'server: the id 1 was used before',
      'client: it answers a request that was answered before',
    ])
  })

  it('blames nobody for a result that is too large to be checked, and counts it', () => {
    const small = createProtocolSchemas(createSchemaCompiler({ maxCheckSteps: 2000 }))
    const check = createWireCheck(small)
    sent(check, initialize('2025-11-25'))
    received(check, initialized({ ...SERVER, protocolVersion: '2025-11-25' }))
    sent(check, { jsonrpc: '2.0', method: 'notifications/initialized' })
    sent(check, TOOLS_LIST)

    received(check, { jsonrpc: '2.0', id: 2, result: { tools: Array(1000).fill(TOOL) } })

    expect([check.violations, check.unchecked]).toEqual([[], 1])
  })

  it('blames nobody for what is beyond a limit of the reader', () => {
    const check = opened('2025-11-25')
    const noise = { line: '[[[', reason: 'it is nested too deep' }

    check.see({ atMs: 0, kind: 'noise', noise: { ...noise, isBeyondUs: true } })
    expect([check.violations, check.unchecked]).toEqual([[], 1])

    check.see({ atMs: 0, kind: 'noise', noise })
    expect(check.violations).toHaveLength(1)
  })

  it('takes an answer to a request that was sent as text for an answer, and does not judge the text', () => {
    const check = opened('2025-11-25')

    check.see({ atMs: 0, kind: 'sent-text', text: '{"jsonrpc":"2.0","id":"raw","method":"tools/call"}' })
    check.see({ atMs: 0, kind: 'sent-text', text: '{not json' })
    received(check, { jsonrpc: '2.0', id: 'raw', error: { code: -32602, message: 'no name' } })
    expect(check.violations).toEqual([])

    received(check, { jsonrpc: '2.0', id: 'other', error: { code: -32602, message: 'no name' } })
    expect(check.violations).toHaveLength(1)
  })

  it('finds a line that is no message', () => {
    const check = createWireCheck(schemas)

    expect(
      check.see({ atMs: 0, kind: 'noise', noise: { line: 'hello', reason: 'it is not a JSON object' } }),
    ).toEqual([
      {
        side: 'server',
        text: 'standard output carries a line that is no message, it is not a JSON object',
        frame: 'hello',
      },
    ])
    expect(check.see({ atMs: 0, kind: 'stderr', line: 'hello' })).toEqual([])
  })
})

const SERVER = { capabilities: {}, serverInfo: { name: 's', version: '1' } }

function opened(revision: Revision): WireCheck {
  const check = createWireCheck(schemas)
  sent(check, initialize('2025-11-25'))
  received(check, initialized({ ...SERVER, protocolVersion: revision }))
  sent(check, { jsonrpc: '2.0', method: 'notifications/initialized' })
  expect(check.violations).toEqual([])
  return check
}

function initialize(protocolVersion: string): JsonObject {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  return { jsonrpc: '2.0', id: 'first', method: 'initialize', params }
}

function initialized(result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id: 'first', result }
}

function answer(result: JsonValue): (check: WireCheck) => void {
  return (check) => answerWith(check, { result })
}

function answerWith(check: WireCheck, members: JsonObject): void {
  sent(check, TOOLS_LIST)
  received(check, { jsonrpc: '2.0', id: 2, ...members })
}

function sent(check: WireCheck, message: JsonValue): void {
  check.see({ atMs: 0, kind: 'sent', message })
}

function received(check: WireCheck, message: JsonValue): void {
  check.see({ atMs: 0, kind: 'received', message })
}
