import { expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import { lastAnswers } from './last-answers.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function waiting() {
  const clock = manualClock()
  const busy = new Set<Promise<void>>()
  let answer = (): void => undefined
  const work: Promise<void> = new Promise<void>((resolve) => {
    answer = resolve
  }).then(() => void busy.delete(work))
  busy.add(work)
  const seen = { heard: 0, isOver: false }
  const over = lastAnswers(busy, { clock, heard: () => seen.heard }).then(() => {
    seen.isOver = true
  })
  return {
    ...{ seen, over, answer: () => answer() },
    async pass(ms: number) {
      clock.advance(ms)
      await turn()
    },
  }
}

it('waits for an answer while the server speaks, for longer than it may be silent', async () => {
  const { seen, over, pass, answer } = waiting()

  for (let i = 0; i < 5; i++) {
    seen.heard++
    await pass(10_000)
  }
  expect(seen.isOver).toBe(false)
  answer()
  await over

  expect(seen.isOver).toBe(true)
})

it('gives up a server that says nothing for ten seconds, and not before', async () => {
  const { seen, pass } = waiting()

  await pass(9_999)
  expect(seen.isOver).toBe(false)
  await pass(1)

  expect(seen.isOver).toBe(true)
})

it('gives up a server that has spoken for five minutes without an answer', async () => {
  const { seen, pass } = waiting()

  for (let i = 0; i < 29; i++) {
    seen.heard++
    await pass(10_000)
  }
  expect(seen.isOver).toBe(false)
  seen.heard++
  await pass(10_000)

  expect(seen.isOver).toBe(true)
})
