import { expect, it } from 'vitest'
import { createCallWatches } from './call-watch.js'

const received = (n: number) => ({ method: `notifications/${n}`, params: {}, atMs: n })

it('a call sees what comes from its beginning to its end, and so does every other under way', () => {
  const watches = createCallWatches()

  watches.notified(received(1))
  const first = watches.begin()
  watches.notified(received(2))
  const second = watches.begin()
  watches.asked({ method: 'roots/list', params: {} })
  watches.end(first)
  watches.notified(received(3))
  second.progressed({ progress: 1 })

  expect(first).toMatchObject({
    progress: [],
    notifications: [received(2)],
    asked: [{ method: 'roots/list', params: {} }],
  })
  expect(second).toMatchObject({
    progress: [{ progress: 1 }],
    notifications: [received(3)],
    asked: [{ method: 'roots/list', params: {} }],
  })
})

it('a call keeps no more than the first 1000 of a kind', () => {
  const watches = createCallWatches()
  const watch = watches.begin()

  for (let n = 0; n < 1500; n++) watches.notified(received(n))

  expect(watch.notifications).toHaveLength(1000)
  expect(watch.notifications[0]).toEqual(received(0))
})

it('a call keeps no more than 16 million characters in all', () => {
  const watches = createCallWatches()
  const watch = watches.begin()
  const large = { method: 'm', params: { text: 'x'.repeat(5_000_000) }, atMs: 0 }

  for (let n = 0; n < 5; n++) watches.notified(large)
  watches.asked({ method: 'small', params: {} })

  expect(watch.notifications).toHaveLength(3)
  expect(watch.asked).toHaveLength(1)
})
