import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/index.js'
import type { Requester } from '../requester.js'
import { createSubscribers } from './subscribers.js'

const ALL = { roots: {}, sampling: {}, elicitation: {} }
const signal = new AbortController().signal

function person(key: string, told: string[]): Requester {
  return {
    ...{ key, principal: 'anonymous', capabilities: ALL, signal },
    ask: (method: string): Promise<JsonObject> => Promise.resolve({ by: key, method }),
    tell: (method: string) => void told.push(`${key} ${method}`),
  }
}

describe('subscribers', () => {
  it('answers for what the client declared, and declares no more', () => {
    const subscribers = createSubscribers({ isOfOneClient: true })

    expect(Object.keys(subscribers.handlers(ALL))).toEqual([
      'roots/list',
      'sampling/createMessage',
      'elicitation/create',
    ])
    expect(Object.keys(subscribers.handlers({ sampling: {} }))).toEqual(['sampling/createMessage'])
    expect(subscribers.handlers({})).toEqual({})
  })
  it('asks the one that came last of those who are here', async () => {
    const subscribers = createSubscribers({ isOfOneClient: false })
    const ask = subscribers.handlers(ALL)['roots/list']
    subscribers.join(person('a', []))
    const leave = subscribers.join(person('b', []))

    const first = await ask?.({}, { signal })
    leave()
    const second = await ask?.({}, { signal })

    expect([first, second]).toEqual([
      { by: 'b', method: 'roots/list' },
      { by: 'a', method: 'roots/list' },
    ])
  })
  it('asks the only client also when it is not here, and of several nobody', async () => {
    const [own, shared] = [true, false].map((isOfOneClient) => {
      const subscribers = createSubscribers({ isOfOneClient })
      subscribers.join(person('a', []))()
      return subscribers.handlers(ALL)['roots/list']
    })

    expect(await own?.({}, { signal })).toEqual({ by: 'a', method: 'roots/list' })
    await expect(shared?.({}, { signal })).rejects.toThrow('Nobody is there who could answer roots/list')
  })
  it('tells each connection once, each request without one, and nobody who left', () => {
    const told: string[] = []
    const subscribers = createSubscribers({ isOfOneClient: false })
    const [one, other] = [new AbortController().signal, new AbortController().signal]
    for (const gone of [one, one, other]) subscribers.join({ ...person('alike', told), gone })
    for (const key of ['alone', 'alike']) subscribers.join(person(key, told))
    subscribers.join(person('left', told))()

    subscribers.tell('notifications/message', {})

    const message = 'notifications/message'
    expect(told).toEqual([`alike ${message}`, `alike ${message}`, `alone ${message}`, `alike ${message}`])
  })
  it('tells who comes first what was told before, and all who are connected what comes while nobody is here', () => {
    const told: string[] = []
    const subscribers = createSubscribers({ isOfOneClient: false })
    const [one, other] = [new AbortController(), new AbortController()]

    subscribers.tell('notifications/early', {})
    const leave = subscribers.join({ ...person('one', told), gone: one.signal })
    subscribers.join({ ...person('other', told), gone: other.signal })()
    leave()
    subscribers.tell('notifications/late', {})
    one.abort()
    subscribers.tell('notifications/later', {})

    expect(told).toEqual([
      'one notifications/early',
      'one notifications/late',
      'other notifications/late',
      'other notifications/later',
    ])
  })
})

describe('a log that subscribers are told', () => {
  const log = { level: 'info', data: '' }
  const heard = (
    session: { era: 'legacy' | 'modern'; logLevel: 'error' | undefined },
    wanted: Requester['logLevel'][],
  ) => {
    const told: unknown[] = []
    const subscribers = createSubscribers({ isOfOneClient: false })
    wanted.forEach((logLevel, n) => {
      const own = { ...person(`${n}`, []), ...(logLevel === undefined ? {} : { logLevel }) }
      // Each has a connection of its own.
      subscribers.join({
        ...own,
        gone: new AbortController().signal,
        tell: (...[, , isAgainst]) => void told.push(isAgainst),
      })
    })
    subscribers.tell('notifications/message', log, session)
    return told
  }

  it.each([
    [
      'a legacy server that was told less',
      { era: 'legacy', logLevel: 'error' },
      ['error', 'error'],
      [true, true],
    ],
    ['a legacy server that was told nothing', { era: 'legacy', logLevel: undefined }, ['error'], [false]],
    [
      'a modern server of which one client wants it',
      { era: 'modern', logLevel: undefined },
      ['error', 'info'],
      [false, false],
    ],
    [
      'a modern server of which nobody wants it',
      { era: 'modern', logLevel: undefined },
      ['error', undefined],
      [true, true],
    ],
  ] as const)('by %s', (_, session, wanted, expected) => {
    expect(heard(session, [...wanted])).toEqual(expected)
  })
})
