import { describe, expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import { linkedTransports } from './memory.js'
import { type TapEvent, tapTransport } from './tap.js'
import type { Transport } from './transport.js'

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' } as const

describe('tap', () => {
  it('tells every message in both directions, and the end, with the time of each', async () => {
    const clock = manualClock()
    const events: TapEvent[] = []
    const [near, far] = linkedTransports()
    const tapped = tapTransport(near, (event) => events.push(event), clock)
    const silent = {
      message: () => undefined,
      noise: () => undefined,
      stderr: () => undefined,
      closed: () => undefined,
    }
    far.start(silent)
    tapped.start(silent)

    await tapped.send(PING)
    clock.advance(5)
    await far.send({ jsonrpc: '2.0', id: 1, result: {} })
    clock.advance(5)
    await tapped.sendText('no message')
    await tapped.close()

    expect(events).toEqual([
      { atMs: 0, kind: 'sent', message: PING },
      { atMs: 5, kind: 'received', message: { jsonrpc: '2.0', id: 1, result: {} } },
      { atMs: 10, kind: 'sent-text', text: 'no message' },
      { atMs: 10, kind: 'closed', end: { kind: 'closed-here', stderrTail: [] } },
    ])
  })
  it('says of streams and headers what the inner transport says', async () => {
    const sent: unknown[] = []
    const inner: Transport = {
      peer: 'inner',
      hasOwnStreams: true,
      start: () => undefined,
      send: (...given) => Promise.resolve(void sent.push(given)),
      sendText: () => Promise.resolve(),
      close: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
    const tapped = tapTransport(inner, () => undefined)
    const options = { headers: { a: '1' }, signal: new AbortController().signal }

    await tapped.send(PING, options)

    expect([tapped.peer, tapped.hasOwnStreams]).toEqual(['inner', true])
    expect(sent).toEqual([[PING, options]])
  })
})
