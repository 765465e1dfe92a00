import { expect, it } from 'vitest'
import { createStoredMarks, type StoredMarks } from './stored-marks.js'

it('who waits goes on once that much is stored, and no sooner', async () => {
  const { marks, over, wait } = waitingMarks()
  marks.told(10)
  wait('first')
  marks.told(5)
  wait('second')

  marks.stored(9)
  const before = await over()
  marks.stored(14)
  const between = await over()
  marks.stored(15)

  expect([before, between, await over()]).toEqual([[], ['first'], ['first', 'second']])
})

it('with a new recorder process, what is waited for is reached when that one has heard all again', async () => {
  const { marks, over, wait } = waitingMarks()
  marks.told(100)
  wait('answer')
  marks.restarted(40)
  marks.told(7)
  wait('next')

  marks.stored(39)
  const before = await over()
  marks.stored(40)
  const between = await over()
  marks.stored(47)

  expect([before, between, await over()]).toEqual([[], ['answer'], ['answer', 'next']])
})

it('who waits when nothing more is stored is refused, and so is who comes later', async () => {
  const marks = createStoredMarks()
  marks.told(1)
  const waiting = marks.reached()
  marks.fail(new Error('no room'))

  await expect(waiting).rejects.toThrow('no room')
  await expect(marks.reached()).rejects.toThrow('no room')
})

function waitingMarks() {
  const marks: StoredMarks = createStoredMarks()
  const names: string[] = []
  return {
    marks,
    wait(name: string): void {
      void marks.reached().then(() => names.push(name))
    },
    async over(): Promise<readonly string[]> {
      await new Promise(setImmediate)
      return [...names]
    },
  }
}
