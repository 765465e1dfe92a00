import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/index.js'
import type { Requester } from '../requester.js'
import { createAudience } from './audience.js'

const ALL = { roots: {}, sampling: {}, elicitation: {} }
const signal = new AbortController().signal

function person(key: string, told: string[]): Requester {
  return {
    ...{ key, principal: 'anonymous', capabilities: ALL, signal },
    ask: (method: string): Promise<JsonObject> => Promise.resolve({ by: key, method }),
    tell: (method: string) => void told.push(`${key} ${method}`),
  }
}

describe('audience', () => {
  it('answers for what the client declared, and declares no more', () => {
    const audience = createAudience({ isOfOneClient: true })

    expect(Object.keys(audience.handlers(ALL))).toEqual([
      'roots/list',
      'sampling/createMessage',
      'elicitation/create',
    ])
    expect(Object.keys(audience.handlers({ sampling: {} }))).toEqual(['sampling/createMessage'])
    expect(audience.handlers({})).toEqual({})
  })
  it('asks the one that came last of those who are here', async () => {
    const audience = createAudience({ isOfOneClient: false })
    const ask = audience.handlers(ALL)['roots/list']
    audience.join(person('a', []))
    const leave = audience.join(person('b', []))

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
      const audience = createAudience({ isOfOneClient })
      audience.join(person('a', []))()
      return audience.handlers(ALL)['roots/list']
    })

    expect(await own?.({}, { signal })).toEqual({ by: 'a', method: 'roots/list' })
    await expect(shared?.({}, { signal })).rejects.toThrow('Nobody is there who could answer roots/list')
  })
  it('tells each connection once, each request without one, and nobody who left', () => {
    const told: string[] = []
    const audience = createAudience({ isOfOneClient: false })
    const [one, other] = [new AbortController().signal, new AbortController().signal]
    for (const gone of [one, one, other]) audience.join({ ...person('alike', told), gone })
    for (const key of ['alone', 'alike']) audience.join(person(key, told))
    audience.join(person('left', told))()

    audience.tell('notifications/message', {})

    const message = 'notifications/message'
    expect(told).toEqual([`alike ${message}`, `alike ${message}`, `alone ${message}`, `alike ${message}`])
  })
})
