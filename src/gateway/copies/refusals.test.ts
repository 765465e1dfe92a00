import { expect, test } from 'vitest'
import { manualClock } from '../../base/index.js'
import { createRefusals } from './refusals.js'

test('a server that could not be copied is tried again after two minutes, however often it was passed over', () => {
  const clock = manualClock()
  const refusals = createRefusals(clock)
  const refusal = { server: 'a', why: 'it did not start there' }

  refusals.note([refusal])
  clock.advance(119_999)
  const early = refusals.now()
  refusals.note(early)
  clock.advance(1)

  expect([early, refusals.now()]).toEqual([[refusal], []])
})
