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
  it('tells each client that is here once, and those that left nothing', () => {
    const told: string[] = []
    const audience = createAudience({ isOfOneClient: false })
    for (const key of ['a', 'a', 'b']) audience.join(person(key, told))
    audience.join(person('c', told))()

    audience.tell('notifications/message', {})

    expect(told).toEqual(['a notifications/message', 'b notifications/message'])
  })
})
