/** JSON that readers take for different values is told, and read all the same. */
import { expect, it } from 'vitest'
import { isJsonObject } from '../../src/base/index.js'
import { type Complaint, openSession } from '../../src/session/index.js'
import { linkedTransports } from '../../src/transport/index.js'
import { LEGACY_SERVER } from '../fixtures/scripted-server.js'
import { verifies } from '../verifies.js'

verifies('wire:ambiguous-told')

/** The complaints about a server that answers a call with this text. */
async function complaintsAbout(result: string): Promise<readonly string[]> {
  const [near, far] = linkedTransports()
  const complaints: Complaint[] = []
  far.start({
    message(value) {
      if (!isJsonObject(value) || value.id === undefined) return
      const said = value.method === 'initialize' ? JSON.stringify(LEGACY_SERVER) : result
      void far.sendText(`{"jsonrpc":"2.0","id":${Number(value.id)},"result":${said}}`)
    },
    noise: () => undefined,
    stderr: () => undefined,
    closed: () => undefined,
  })
  await using session = await openSession({
    transport: near,
    clientInfo: { name: 'test', version: '0' },
    listeners: { complaint: (complaint) => complaints.push(complaint) },
  })
  await session.callTool('odd')
  return complaints.map(({ kind, message }) => `${kind}: ${message.replace(/: ".*$/, '')}`)
}

it.each([
  [
    '{"content":[],"structuredContent":{"n":9007199254740993}}',
    ['ambiguous: a message holds the number 9007199254740993, which JavaScript reads as 9007199254740992'],
  ],
  [
    '{"content":[],"structuredContent":{"n":-1e400}}',
    ['ambiguous: a message holds the number -1e400, which JavaScript reads as -Infinity'],
  ],
  [
    '{"content":[{"type":"text","text":"a","text":"b"}]}',
    ['ambiguous: a message has the key "text" twice in one object, of which the last one counts here'],
  ],
  ['{"content":[], "structuredContent":{"n":0.1000,"m":-0,"2":1,"1":"\\u00e9"}}', []],
  ['{"content":[]}', []],
])('of %s', async (result, told) => {
  expect(await complaintsAbout(result)).toEqual(told)
})
