import { expect, it } from 'vitest'
import { manualClock } from './clock.js'
import { createPausableTime } from './pausable-time.js'

function setUp(ms: number) {
  const clock = manualClock()
  const time = createPausableTime()
  const over = new AbortController()
  const ends: unknown[] = []
  void time.sleep(ms, clock, over.signal).then(
    () => ends.push('up'),
    (reason: unknown) => ends.push(reason),
  )
  const pass = async (passedMs: number) => {
    await new Promise(setImmediate)
    clock.advance(passedMs)
    await new Promise(setImmediate)
    return [...ends]
  }
  return { time, over, pass }
}

it('is up after its milliseconds where nobody holds it', async () => {
  const { pass } = setUp(100)

  expect(await pass(99)).toEqual([])
  expect(await pass(1)).toEqual(['up'])
})

it('stands still while somebody holds it, and goes on with what was left', async () => {
  const { time, pass } = setUp(100)

  await pass(60)
  const [one, two] = [time.hold(), time.hold()]
  expect(await pass(1000)).toEqual([])
  one()
  one()
  expect(await pass(1000)).toEqual([])
  two()
  expect(await pass(39)).toEqual([])
  expect(await pass(1)).toEqual(['up'])
})

it('stands still where it is held right after the beginning', async () => {
  const { time, pass } = setUp(100)
  const release = time.hold()

  expect(await pass(1000)).toEqual([])
  release()
  expect(await pass(100)).toEqual(['up'])
})

it('stands still from the beginning where it is held already', async () => {
  const clock = manualClock()
  const time = createPausableTime()
  const release = time.hold()
  let isUp = false
  void time.sleep(10, clock, new AbortController().signal).then(() => {
    isUp = true
  })

  clock.advance(100)
  await new Promise(setImmediate)
  expect(isUp).toBe(false)
  release()
  await new Promise(setImmediate)
  clock.advance(10)
  await new Promise(setImmediate)
  expect(isUp).toBe(true)
})

it.each([true, false])('ends with its signal, held: %s', async (isHeld) => {
  const { time, over, pass } = setUp(100)
  if (isHeld) time.hold()

  await pass(1)
  over.abort('enough')

  expect(await pass(1)).toEqual(['enough'])
})
