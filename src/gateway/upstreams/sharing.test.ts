import { describe, expect, it } from 'vitest'
import type { Requester } from '../requester.js'
import { sharingOf } from './sharing.js'

const gone = new AbortController().signal

function requester(some: Partial<Requester> = {}): Requester {
  return {
    ...{ key: 'one', principal: 'anonymous', capabilities: {}, signal: new AbortController().signal },
    ask: () => Promise.reject(new Error('nobody asks')),
    tell: () => undefined,
    ...some,
  }
}

describe('a session', () => {
  it('is shared by all who can be asked nothing, and by the gateway itself', () => {
    const all = [undefined, requester(), requester({ key: 'two' }), requester({ gone })]

    expect(new Set(all.map((each) => sharingOf(each).key)).size).toBe(1)
    expect(all.map((each) => sharingOf(each).until)).toEqual([undefined, undefined, undefined, undefined])
  })
  it('is never shared by two principals', () => {
    const shared = (principal: string) => sharingOf(requester({ principal })).key

    expect(new Set([shared('anonymous'), shared('ann'), shared('bob')]).size).toBe(3)
  })
  it('is the own one of a connection that can be asked, and over with it', () => {
    const capabilities = { roots: {} }
    const one = requester({ capabilities, gone })

    expect(sharingOf(one)).toEqual({ ...sharingOf(one), isInTurns: false, until: gone })
    expect(sharingOf(requester({ ...one, signal: gone }))).toEqual(sharingOf(one))
    expect(sharingOf(requester({ ...one, key: 'two' })).key).not.toBe(sharingOf(one).key)
  })
  it('is used in turns by those who can be asked and have no connection', () => {
    const one = requester({ capabilities: { roots: {}, sampling: {} } })
    const alike = requester({ key: 'two', capabilities: { sampling: {}, roots: {} } })
    const other = requester({ capabilities: { roots: { listChanged: true }, sampling: {} } })

    expect(sharingOf(one)).toEqual(sharingOf(alike))
    expect(sharingOf(one)).toMatchObject({ isInTurns: true })
    expect(sharingOf(other).key).not.toBe(sharingOf(one).key)
  })
})
