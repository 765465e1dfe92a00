import { describe, expect, it } from 'vitest'
import { manualClock, seededRandom } from '../../base/index.js'
import { createReconnection, type Reconnection, type ReconnectionEvent } from './reconnection.js'

function setUp() {
  const clock = manualClock()
  const reconnection = createReconnection({ clock, random: seededRandom(1) })
  /** The waits before the attempts that follow, each of which goes as told, until it is given up. */
  function waits(count: number, attempt: (reconnection: Reconnection) => void): (number | undefined)[] {
    const found: (number | undefined)[] = []
    while (found.length < count && !(found.length > 0 && found.at(-1) === undefined)) {
      attempt(reconnection)
      const waitMs = reconnection.nextWaitMs()
      found.push(waitMs)
      clock.advance(waitMs ?? 0)
    }
    return found
  }
  return { clock, reconnection, waits }
}

const refuse = (reconnection: Reconnection): void => reconnection.refused(undefined)
const say = (event: ReconnectionEvent) => (reconnection: Reconnection) => {
  reconnection.opened()
  reconnection.heard(event)
}

describe('reconnection', () => {
  it('does not wait before the first attempt', () => {
    expect(setUp().reconnection.nextWaitMs()).toBe(0)
  })
  it('waits longer after every attempt that brings nothing, and gives up after the eighth', () => {
    const { waits, reconnection } = setUp()

    const found = waits(100, refuse)

    expect(found).toHaveLength(8)
    for (const [i, fullMs] of [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000].entries())
      expect([i, found[i]]).toEqual([i, between(fullMs / 2, fullMs)])
    expect(found.at(-1)).toBeUndefined()
    expect(reconnection.fruitless).toBe(8)
  })
  it('takes a stream that opens and ends without a word for nothing', () => {
    expect(setUp().waits(100, (reconnection) => reconnection.opened())).toHaveLength(8)
  })
  it('begins anew after a message', () => {
    const { waits } = setUp()
    waits(4, refuse)

    expect(waits(3, say({ isMessage: true }))).toEqual(Array(3).fill(between(500, 1000)))
  })
  it('begins anew after a stream that was open for long', () => {
    const { waits, clock } = setUp()
    waits(4, refuse)

    const found = waits(10, (reconnection) => {
      reconnection.opened()
      clock.advance(10_000)
    })

    expect(found).toEqual(Array(10).fill(between(500, 1000)))
  })
  it('waits longer, but does not give up, while the server only says where to go on', () => {
    let place = 0
    const found = setUp().waits(30, (reconnection) =>
      say({ isMessage: false, id: `${place++}` })(reconnection),
    )

    expect(found.at(-1)).toEqual(between(7500, 15_000))
  })
  it.each<[string, ReconnectionEvent]>([
    ['names the same place again', { isMessage: false, id: 'a' }],
    ['only says how long to wait', { isMessage: false, retryMs: 1 }],
  ])('takes a stream that %s for nothing', (_, event) => {
    const { waits, reconnection } = setUp()
    say({ isMessage: true, id: 'a' })(reconnection)

    expect(waits(100, say(event)).length).toBeLessThanOrEqual(9)
  })
  it.each([
    [500, 500],
    [0, 250],
    [20_000, 20_000],
    [1e12, 3_600_000],
  ])('waits at first as long as the server asks: of %d ms %d', (retryMs, waitMs) => {
    expect(setUp().waits(1, say({ isMessage: true, retryMs }))).toEqual([waitMs])
  })
  it('never waits less than the server asks, however often it fails', () => {
    const { waits } = setUp()
    waits(1, say({ isMessage: true, retryMs: 3000 }))

    const found = waits(6, refuse)

    expect(found[0]).toEqual(between(3000, 6000))
    expect(found.filter((ms) => ms === undefined || ms < 3000)).toEqual([])
  })
  it.each([
    ['seconds', '7', 7000],
    ['a date', 'Thu, 01 Jan 1970 00:00:09 GMT', 9000],
    ['a date that is over', 'Thu, 01 Jan 1960 00:00:00 GMT', 250],
  ])('takes Retry-After as %s', (_, value, waitMs) => {
    const headers = new Headers({ 'retry-after': value })

    expect(setUp().waits(1, (reconnection) => reconnection.refused(headers))).toEqual([waitMs])
  })
  it.each(['soon', '1.5', '-5', ''])('takes a Retry-After that is neither for none: %j', (value) => {
    const headers = new Headers({ 'retry-after': value })

    expect(setUp().waits(1, (reconnection) => reconnection.refused(headers))).toEqual([between(500, 1000)])
  })
})

function between(minMs: number, maxMs: number): unknown {
  return expect.toSatisfy((ms) => typeof ms === 'number' && ms >= minMs && ms <= maxMs, `${minMs}-${maxMs}`)
}
