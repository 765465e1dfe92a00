/** Arguments that JavaScript reads as the same number, and that are not: no recording of one answers the other. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { createRedactor, findSecrets } from '../../src/recording/index.js'
import { recordedCall } from '../../src/recording/known-contract.js'
import { type Passed, recordWire, replayLines } from '../fixtures/recorded-wire.js'
import { verifies } from '../verifies.js'

verifies('recording:key')

const initialize = (id: number): JsonObject => ({
  ...{ jsonrpc: '2.0', id, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
})
const welcome: JsonObject = {
  ...{ jsonrpc: '2.0', id: 0 },
  result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } },
}
const call = (id: number, n: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"get","arguments":{"id":${n}}}}`
const answer = (id: number, text: string): JsonObject => ({
  ...{ jsonrpc: '2.0', id },
  result: { content: [{ type: 'text', text }] },
})

const PAIRS = [
  ['9007199254740993', '9007199254740992'],
  ['1e400', 'null'],
  ['[0.30000000000000000001]', '[0.3]'],
] as const

describe('recordings of two numbers that JavaScript reads as one', () => {
  it.each(PAIRS)('are two: %s and %s', async (one, other) => {
    const passed: Passed = [
      ['client', initialize(0)],
      ['server', welcome],
      ['client', call(1, one)],
      ['server', answer(1, 'one')],
      ['client', call(2, other)],
      ['server', answer(2, 'other')],
    ]
    const recordings = await recordWire(passed)
    const [, first, second] = recordings

    expect(first?.key).not.toBe(second?.key)

    const said = await replayLines(recordings, [initialize(0), call(1, other), call(2, one), call(3, other)])
    const texts = said.map((line) => /"text":"(\w+)"/.exec(line)?.[1])

    expect(texts).toEqual([undefined, 'other', 'one', 'other'])
  })

  it.each(PAIRS)('answer nobody who asked for the other: %s and %s', async (one, other) => {
    const recordings = await recordWire([
      ['client', initialize(0)],
      ['server', welcome],
      ['client', call(1, one)],
      ['server', answer(1, 'one')],
    ])
    const [, refused = ''] = await replayLines(recordings, [initialize(0), call(1, other)])

    expect(refused).toContain('"error"')
    expect(refused).not.toContain('"text":"one"')
  })

  it('are told apart by a mock and a rehearsal, too, by what their client wrote', () => {
    const redactor = createRedactor({ secrets: [] })
    const keyOf = (writtenArguments?: string) =>
      recordedCall(
        {
          ...{ n: 1, server: 's', tool: 't', arguments: { id: 9007199254740992 } },
          ...(writtenArguments === undefined ? {} : { writtenArguments }),
        },
        'f',
        'p',
        redactor,
      )?.key

    expect(keyOf('{"id":9007199254740993}')).not.toBe(keyOf())
    expect(keyOf('{"id":9007199254740992}')).toBe(keyOf())
  })

  it('hold no secret that is such a number', async () => {
    const secret = '9007199254740993'
    const redactor = createRedactor({ secrets: [secret], salt: '00' })
    const recordings = await recordWire(
      [
        ['client', initialize(0)],
        ['server', welcome],
        ['client', call(1, secret)],
        ['server', answer(1, 'one')],
      ],
      redactor,
    )

    expect(JSON.stringify(recordings)).not.toContain(secret)
    expect(recordings.flatMap((each) => findSecrets(each, {}, [secret]))).toEqual([])
  })
})
