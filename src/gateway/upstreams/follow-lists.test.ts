import { expect, it } from 'vitest'
import { manualClock, seededRandom } from '../../base/index.js'
import type { Session } from '../../session/index.js'
import { followLists } from './follow-lists.js'

/** How often a server is asked to tell that ends each subscription after so long. */
async function gapsIn(untilMs: number, livedMs: number): Promise<number> {
  const clock = manualClock()
  const stop = new AbortController()
  let gaps = 0
  const session: Pick<Session, 'era' | 'capabilities' | 'subscribe'> = {
    era: 'modern',
    capabilities: { tools: { listChanged: true } },
    subscribe: () =>
      Promise.resolve({
        agreed: {},
        ended: clock.sleep(livedMs).then(() => 'ended-by-server' as const),
        close: () => Promise.resolve(),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  }
  // No more of a session is used.
  void followLists(session as Session, {
    ...{ clock, random: seededRandom(1), signal: stop.signal },
    onGap: () => gaps++,
  })
  while (clock.monotonic() < untilMs) {
    clock.advance(500)
    for (let i = 0; i < 10; i++) await Promise.resolve()
  }
  stop.abort()
  return gaps
}

it('a server that ends every subscription at once is asked less and less', async () => {
  const gaps = await gapsIn(3_600_000, 0)

  expect(gaps).toBeGreaterThan(100)
  expect(gaps).toBeLessThan(250)
})

it('a server that ends every subscription after a minute is asked again soon each time', async () => {
  expect(await gapsIn(3_600_000, 60_000)).toBeGreaterThan(57)
})
