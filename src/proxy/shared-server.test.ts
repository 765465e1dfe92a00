import { expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../base/index.js'
import { META_KEYS } from '../protocol/index.js'
import { createSharedServer } from './shared-server.js'

const LOG = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'for one' } }

it('a log of a shared server is told to the client that asked for logs, and to no other', () => {
  const { ask, say, heard } = setUp()

  ask('quiet', {})
  say(LOG)
  ask('curious', { [META_KEYS.LOG_LEVEL]: 'info' })
  ask('late', {})
  say(LOG)

  expect(heard).toEqual([['curious', LOG]])
})

it('what may be meant for one of several clients is told to none of them', () => {
  const { ask, say, heard } = setUp()
  const odd = { jsonrpc: '2.0', method: 'notifications/odd' }

  ask('first', { [META_KEYS.LOG_LEVEL]: 'info' })
  say(odd)
  ask('second', { [META_KEYS.LOG_LEVEL]: 'info' })
  say(odd)
  say(LOG)

  expect(heard).toEqual([['first', odd]])
})

function setUp() {
  const heard: (readonly [client: string, said: JsonValue])[] = []
  let tell: (value: JsonValue, text: string) => void = () => undefined
  const shared = createSharedServer(({ message }) => {
    tell = message
    return { send: () => undefined, close: () => Promise.resolve() }
  })
  return {
    heard,
    ask(client: string, meta: JsonObject) {
      const params = { name: 'look', _meta: { ...ENVELOPE, ...meta } }
      shared.open().take(
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        {
          say: (text) => heard.push([client, JSON.parse(text)]),
          answer: () => undefined,
          drop: () => undefined,
          hangUp: () => undefined,
        },
      )
    },
    say: (value: JsonValue) => tell(value, JSON.stringify(value)),
  }
}

const ENVELOPE = {
  [META_KEYS.PROTOCOL_VERSION]: '2026-07-28',
  [META_KEYS.CLIENT_INFO]: { name: 'test', version: '1' },
  [META_KEYS.CLIENT_CAPABILITIES]: {},
}
