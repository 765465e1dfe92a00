import { expect, test } from 'vitest'
import { manualClock } from '../../base/index.js'
import { createListPatience } from './list-patience.js'

function setUp() {
  const clock = manualClock()
  const told: unknown[] = []
  let asked = 0
  let give: ((items: string) => void) | undefined
  const { within } = createListPatience({ patienceMs: 100, clock })
  const question = {
    ...{ key: 'slow prompts', isLate: false },
    onAnswer: (listed: unknown) => told.push(listed) > 0 && listed !== 'failed',
  }
  const ask = (isLate = false): Promise<string | undefined> =>
    within(
      { ...question, isLate },
      () =>
        new Promise<string>((resolve) => {
          asked++
          give = resolve
        }),
    )
  return { clock, told, ask, asked: () => asked, give: (items: string) => give?.(items) }
}

/** Whatever hangs on promises that are settled has been done. */
async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

test('a list that comes in time is given, and told to nobody', async () => {
  const { ask, give, told } = setUp()

  const listed = ask()
  give('one')

  expect([await listed, told]).toEqual(['one', []])
})

test('a list that comes late is told, and given to whoever asks next', async () => {
  const { clock, ask, give, told, asked } = setUp()
  const first = ask()
  clock.advance(100)
  expect([await first, await ask(), asked()]).toEqual([undefined, undefined, 1])

  give('one')
  await settled()

  expect([told, await ask(), asked()]).toEqual([['one'], 'one', 1])
  void ask()
  expect(asked()).toBe(2)
})

test('a list of a server that is known to be late is not waited for', async () => {
  const { ask, give, told } = setUp()

  expect(await ask(true)).toBeUndefined()
  give('one')
  await settled()

  expect(told).toEqual(['one'])
})

test('a list that failed late is asked for again', async () => {
  const { clock, ask, give, asked } = setUp()
  const first = ask()
  clock.advance(100)
  await first

  give('failed')
  await settled()
  void ask()

  expect(asked()).toBe(2)
})
