/** What a server does that it may not, where an answer comes all the same: a test client speaks. */
import { expect, it } from 'vitest'
import { openScripted } from '../fixtures/scripted-server.js'
import { verifies } from '../verifies.js'

verifies('wire:breaches-told')

const RESULT = { content: [] }
const server = (capabilities: object) => ({
  protocolVersion: '2025-11-25',
  capabilities: { ...capabilities },
  serverInfo: { name: 's', version: '1' },
})

it('a call that is answered although no tools are declared is told, once', async () => {
  await using scripted = await openScripted({ initialize: server({}), 'tools/call': RESULT })

  for (const _ of [1, 2]) expect((await scripted.session.callTool('a')).kind).toBe('result')

  expect(scripted.complaints.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    'undeclared: the server declares no tools, and answered tools/call with a result',
  ])
})

it.each([
  ['prompts/get', {}, 'prompts'],
  ['resources/read', {}, 'resources'],
  ['logging/setLevel', {}, 'logging'],
  ['resources/subscribe', { resources: {} }, 'resources.subscribe'],
  ['resources/subscribe', { resources: { subscribe: false } }, 'resources.subscribe'],
])('so is %s of a server that declares %j', async (method, capabilities, lacking) => {
  await using scripted = await openScripted({ initialize: server(capabilities), [method]: {} })

  await scripted.session.request(method, { name: 'a', uri: 'a:b', level: 'info' })

  expect(scripted.complaints.map(({ message }) => message)).toEqual([
    `the server declares no ${lacking}, and answered ${method} with a result`,
  ])
})

it('what is declared, or refused, is not told', async () => {
  await using scripted = await openScripted({
    initialize: server({ tools: {} }),
    'tools/call': RESULT,
    'prompts/get': () => ({ error: { code: -32601, message: 'no' } }),
  })

  await scripted.session.callTool('a')
  await scripted.session.request('prompts/get', { name: 'a' }).catch(() => undefined)

  expect(scripted.complaints).toEqual([])
})

it('a request of ours that the server cancels is told, and its answer waited for', async () => {
  await using scripted = await openScripted({
    initialize: server({ tools: {} }),
    'tools/call': (_, id, say) => {
      say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
      return RESULT
    },
  })

  expect((await scripted.session.callTool('a')).kind).toBe('result')
  expect(scripted.complaints).toMatchObject([
    {
      kind: 'invalid-notification',
      message: expect.stringContaining('the server cancelled tools/call, which is a request of this client'),
    },
  ])
})

it('a request of its own that the server cancels after our answer is not told, whatever its id', async () => {
  await using scripted = await openScripted({
    initialize: server({ tools: {} }),
    'tools/call': (_, id, say) => {
      say({ jsonrpc: '2.0', id, method: 'ping' })
      say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
      return RESULT
    },
  })

  await scripted.session.callTool('a')

  expect(scripted.complaints).toEqual([])
})
