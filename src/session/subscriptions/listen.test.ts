import { describe, expect, it } from 'vitest'
import { openScripted, type Say, type Script, turn } from '../../../test/fixtures/scripted-server.js'
import { type JsonValue, manualClock } from '../../base/index.js'

const MODERN = { era: 'modern' } as const
const subscriptionId = (id: JsonValue) => ({ 'io.modelcontextprotocol/subscriptionId': id })

function acknowledge(say: Say, id: JsonValue): void {
  const params = { _meta: subscriptionId(id), notifications: { toolsListChanged: true } }
  say({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params })
}

const WILLING: Script = {
  'subscriptions/listen': (_, id, say) => {
    acknowledge(say, 'of another')
    acknowledge(say, id)
    return undefined
  },
}

describe.each(['modern', 'legacy'] as const)('subscription of the era %s', (era) => {
  it('to nothing is refused', async () => {
    await using server = await openScripted(WILLING, { era })

    // As a program without types would write it.
    for (const filter of [{}, { resourceUris: [] }, 'a:b' as never])
      await expect(server.session.subscribe(filter)).rejects.toMatchObject({ code: 'USAGE' })
  })
})

describe('subscription of the modern era', () => {
  it('tells what the server agreed to, and is cancelled by closing it', async () => {
    await using server = await openScripted(WILLING, MODERN)

    const subscription = await server.session.subscribe({ tools: true, prompts: true, resourceUris: ['a:b'] })
    expect(subscription.agreed).toEqual({ tools: true })
    expect(server.told.at(-1)).toMatchObject({
      method: 'subscriptions/listen',
      params: {
        notifications: { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['a:b'] },
      },
    })
    await subscription.close()
    await subscription.close()
    expect(await subscription.ended).toBe('closed-here')
    await turn()
    expect(server.told.filter(({ method }) => method === 'notifications/cancelled')).toMatchObject([
      { params: { requestId: 2 } },
    ])
  })

  it.each<[string, (say: Say) => void]>([
    [
      'its answer',
      (say) => say({ jsonrpc: '2.0', id: 2, result: { resultType: 'complete', _meta: subscriptionId(2) } }),
    ],
    [
      'a cancellation',
      (say) => say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }),
    ],
  ])('is ended by the server with %s', async (_, end) => {
    await using server = await openScripted(WILLING, MODERN)
    const subscription = await server.session.subscribe({ tools: true })

    end(server.say)

    expect(await subscription.ended).toBe('ended-by-server')
    expect(server.told.some(({ method }) => method === 'notifications/cancelled')).toBe(false)
    expect(server.complaints).toEqual([])
  })

  it('lives until the connection ends, or the session is closed', async () => {
    await using broken = await openScripted(WILLING, MODERN)
    await using closed = await openScripted(WILLING, MODERN)
    const one = await broken.session.subscribe({ tools: true })
    const two = await closed.session.subscribe({ tools: true })

    broken.hangUp()
    await closed.session.close()

    expect(await one.ended).toBe('connection-closed')
    expect(await two.ended).toBe('closed-here')
  })

  it('rejects when the server refuses, ends it at once, or never acknowledges it', async () => {
    const clock = manualClock()
    const answers = [{ error: { code: -32603, message: 'too many' } }, { resultType: 'complete' }, undefined]
    await using server = await openScripted(
      { 'subscriptions/listen': () => answers.shift() },
      { ...MODERN, clock },
    )
    const { session } = server

    await expect(session.subscribe({ tools: true })).rejects.toMatchObject({
      code: 'RPC_ERROR',
      data: { code: -32603 },
    })
    await expect(session.subscribe({ tools: true })).rejects.toMatchObject({ code: 'RESPONSE_INVALID' })
    const late = expect(session.subscribe({ tools: true }, { timeoutMs: 70 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      data: { timeoutMs: 70 },
    })
    clock.advance(70)
    await late
    await turn()
    expect(server.told.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 4 } })
  })

  it('rejects when the caller does not want it any more', async () => {
    const gone = new AbortController()
    await using server = await openScripted({}, MODERN)

    const subscription = server.session.subscribe({ tools: true }, { signal: gone.signal })
    gone.abort('enough')

    await expect(subscription).rejects.toMatchObject({ code: 'REQUEST_ABORTED', cause: 'enough' })
  })
})

describe('subscription of the legacy era', () => {
  it('subscribes to each resource, and unsubscribes from each when it is closed', async () => {
    await using server = await openScripted({ 'resources/subscribe': {}, 'resources/unsubscribe': {} })

    const filter = { tools: true, resourceUris: ['a:1', 'a:2'] }
    const subscription = await server.session.subscribe(filter)
    expect(subscription.agreed).toEqual(filter)
    await subscription.close()
    await subscription.close()

    expect(await subscription.ended).toBe('closed-here')
    expect(server.told.slice(2).map(({ method, params }) => [method, params])).toEqual([
      ['resources/subscribe', { uri: 'a:1' }],
      ['resources/subscribe', { uri: 'a:2' }],
      ['resources/unsubscribe', { uri: 'a:1' }],
      ['resources/unsubscribe', { uri: 'a:2' }],
    ])
  })

  it('gives up what it has when the server refuses one', async () => {
    await using server = await openScripted({
      'resources/subscribe': ({ uri }) =>
        uri === 'a:1' ? {} : { error: { code: -32002, message: 'no such' } },
      'resources/unsubscribe': {},
    })

    await expect(server.session.subscribe({ resourceUris: ['a:1', 'a:2'] })).rejects.toMatchObject({
      code: 'RPC_ERROR',
      message: 'Cannot subscribe to "a:2": the server answered with error -32002: "no such"',
    })
    expect(server.told.at(-1)).toMatchObject({ method: 'resources/unsubscribe', params: { uri: 'a:1' } })
  })

  it('ends with the connection', async () => {
    await using server = await openScripted({ 'resources/subscribe': {} })
    const subscription = await server.session.subscribe({ resourceUris: ['a:1'] })

    server.hangUp()

    expect(await subscription.ended).toBe('connection-closed')
    await subscription.close()
  })
})
