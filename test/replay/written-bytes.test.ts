/** What JavaScript cannot hold of an answer, or writes otherwise, comes back from a replay as the bytes that came. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { createRedactor, openStore, type Recording } from '../../src/recording/index.js'
import { type Passed, recordWire, replayLines } from '../fixtures/recorded-wire.js'
import { verifies } from '../verifies.js'

verifies('replay:equal')
verifies('replay:bytes')

const initialize: JsonObject = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
}
const welcome: JsonObject = {
  jsonrpc: '2.0',
  id: 0,
  result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } },
}
const call = (id: number): JsonObject => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'odd', arguments: {} },
})
const passed = (answer: string): Passed => [
  ['client', initialize],
  ['server', welcome],
  ['client', call(1)],
  ['server', answer],
]

async function replayed(recordings: readonly Recording[]): Promise<string> {
  const [, answer = ''] = await replayLines(recordings, [initialize, call(7)])
  return answer
}

/** The text of a result that is written again in its own words. */
const RESULTS = [
  '{"content":[],"structuredContent":{"n":9007199254740993}}',
  '{"content":[],"structuredContent":{"n":1e400,"m":-0,"p":0.1000,"q":1E2}}',
  '{"content":[],"structuredContent":{"b":1,"2":2,"1":1}}',
  '{"content":[],"structuredContent":{"a":1,"a":2}}',
  '{ "content" : [ { "type":"text", "text":"\\u00e9\\/\\ud83d\\ude00" } ] }',
]

describe('a replay', () => {
  it.each(RESULTS)('says the result %s as it came', async (result) => {
    const recordings = await recordWire(passed(`{"jsonrpc":"2.0","id":1,"result":${result}}`))

    expect(await replayed(recordings)).toBe(`{"jsonrpc":"2.0","id":7,"result":${result}}`)
  })

  it('says the error as it came, and what stands beside it', async () => {
    const error = '{"code":-32000,"message":"no","data":{"n":12345678901234567890}}'
    const recordings = await recordWire(
      passed(`{"x-trace":0.10,"error":${error},"id":1,"jsonrpc":"2.0","y":[1.0]}`),
    )

    expect(await replayed(recordings)).toBe(
      `{"jsonrpc":"2.0","id":7,"error":${error},"x-trace":0.10,"y":[1.0]}`,
    )
  })

  it('says what a batch answered, each as it came', async () => {
    const batch = `[ {"jsonrpc":"2.0","id":9,"result":{}} , {"jsonrpc":"2.0","id":1,"result":{"n":1.0}} ]`
    const recordings = await recordWire(passed(batch))

    expect(await replayed(recordings)).toBe('{"jsonrpc":"2.0","id":7,"result":{"n":1.0}}')
  })

  it('says in one line what came in several', async () => {
    const recordings = await recordWire(passed('{"jsonrpc":"2.0","id":1,\n"result":{"n":\r\n[1.0]}}'))

    expect(await replayed(recordings)).toBe('{"jsonrpc":"2.0","id":7,"result":{"n": [1.0]}}')
  })

  it('keeps no text where the value says it all', async () => {
    const recordings = await recordWire(passed('{"id":1,"jsonrpc":"2.0", "result":{"content":[]}}'))

    expect(recordings.map(({ written }) => written)).toEqual([undefined, undefined])
  })

  it.each(['c.jsonl', 'c.db'])('says it from the store %s too', async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-written-'))
    const result = '{"content":[],"structuredContent":{"n":1e400,"z":-0,"1":0}}'
    await using store = await openStore(join(folder, name))
    await store.append(await recordWire(passed(`{"jsonrpc":"2.0","id":1,"result":${result},"x":{}}`)))
    const kept: Recording[] = []
    for await (const recording of store.list()) kept.push(recording)

    expect(await replayed(kept)).toBe(`{"jsonrpc":"2.0","id":7,"result":${result},"x":{}}`)
    await rm(folder, { recursive: true })
  })

  it('says what somebody has written into a recording by hand', async () => {
    const recordings = await recordWire(passed('{"jsonrpc":"2.0","id":1,"result":{"n":1.0}}'))
    const edited = recordings.map((each) =>
      each.tool === undefined ? each : { ...each, response: { result: { n: 2 } } },
    )

    expect(await replayed(edited)).toBe('{"jsonrpc":"2.0","id":7,"result":{"n":2}}')
  })
})

describe('the text of an answer', () => {
  const secret = 'hunter2hunter2'

  it.each<[string, string]>([
    ['a value', `{"n":1.0,"a":"${secret}"}`],
    ['a value in escapes', '{"n":1.0,"a":"\\u0068unter2hunter2"}'],
    ['a key', `{"n":1.0,"${secret}":1}`],
    ['the first of two members of one key', `{"n":1.0,"a":"${secret}","a":1}`],
    ['a list in a list', `{"n":1.0,"a":[1,[{"b":"x ${secret}"}]]}`],
    ['the name of a member', '{"n":1.0,"password":"correcthorse9battery"}'],
  ])('holds no secret: %s', async (_, result) => {
    const redactor = createRedactor({ secrets: [secret], salt: '00' })
    const [, answered] = await recordWire(
      passed(`{"jsonrpc":"2.0","id":1,"result":${result},"beside":${result}}`),
      redactor,
    )
    const stored = JSON.stringify(answered)

    expect(stored).not.toContain('hunter2')
    expect(stored).not.toContain('correcthorse')
    expect(answered?.written?.beside).toContain('REDACTED')
    if (!result.includes(`"${secret}":`)) expect(answered?.written?.body).toContain('"n":1.0')
  })

  it('holds no secret that is a number which JavaScript cannot hold', async () => {
    const redactor = createRedactor({ secrets: ['9007199254740993'], salt: '00' })
    const [, answered] = await recordWire(
      passed('{"jsonrpc":"2.0","id":1,"result":{"n":9007199254740993}}'),
      redactor,
    )

    expect(JSON.stringify(answered)).not.toContain('9007199254740993')
  })
})
