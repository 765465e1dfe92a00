/** A client that waits for nothing, not even for the answer to its handshake. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { type Passed, recordWire, replayLines } from '../fixtures/recorded-wire.js'
import { verifies } from '../verifies.js'

verifies('replay:equal')

const said = (message: JsonObject): JsonObject => ({ jsonrpc: '2.0', ...message })
const log = (data: string) => said({ method: 'notifications/message', params: { level: 'info', data } })
const next = (id: number) => said({ id, method: 'tools/call', params: { name: 'next', arguments: {} } })
const nth = (id: number, text = String(id)) => said({ id, result: { content: [{ type: 'text', text }] } })
const initialize = said({
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: { roots: {} }, clientInfo: { name: 'c' } },
})
const welcome = said({
  id: 0,
  result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's', version: '1' } },
})

/** Three calls before the answer to the handshake, three after it. */
const PASSED: Passed = [
  ['client', initialize],
  ['client', next(1)],
  ['client', next(2)],
  ['client', next(3)],
  ['server', log('before')],
  ['server', welcome],
  ['server', nth(1)],
  ['server', nth(2)],
  ['server', nth(3)],
  ...[4, 5, 6].flatMap(
    (id): Passed => [
      ['client', next(id)],
      ['server', nth(id)],
    ],
  ),
]

function brief(line: string): string {
  const { id, result, params } = JSON.parse(line) as {
    readonly id?: number
    readonly result?: { readonly content?: readonly { readonly text: string }[] }
    readonly params?: { readonly data: string }
  }
  return params?.data ?? `${id}: ${result?.content?.[0]?.text ?? 'welcome'}`
}

describe('a client that does not wait for the answer to its handshake', () => {
  const order = ['before', '0: welcome', '1: 1', '2: 2', '3: 3', '4: 4', '5: 5', '6: 6']

  it('hears on replay what it heard, each answer once and in its order', async () => {
    const calls = [1, 2, 3, 4, 5, 6].map(next)
    const lines = await replayLines(await recordWire(PASSED), [initialize, ...calls])

    expect(lines.map(brief)).toEqual(order)
  })

  it('is recorded with what it offered and what was agreed, from its first request on', async () => {
    const [, ...calls] = await recordWire(PASSED)

    expect(calls.map(({ capabilities }) => capabilities)).toEqual(Array(6).fill({ roots: {} }))
    expect(calls.map(({ revision }) => revision)).toEqual(Array(6).fill('2025-06-18'))
  })

  it('hears what was said right after the answer after it, and of a refused offer nothing stays', async () => {
    const refused = said({ id: 0, error: { code: -32602, message: 'no' } })
    const recordings = await recordWire([
      ['client', initialize],
      ['client', next(1)],
      ['server', refused],
      ['server', log('after')],
      ['server', nth(1)],
      ['client', next(2)],
      ['server', nth(2)],
    ])
    const lines = await replayLines(recordings, [initialize])

    expect(recordings.map(({ capabilities }) => capabilities)).toEqual([undefined, { roots: {} }, undefined])
    expect(recordings.map(({ between }) => between.length)).toEqual([0, 1, 0])
    expect(lines.map((line) => (JSON.parse(line) as JsonObject).error)).toEqual([refused.error])
  })
})
