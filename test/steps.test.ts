import { expect, it } from 'vitest'
import { stepsOf } from './steps.js'

const names = (count: number) => Array.from({ length: count }, (_, i) => `name ${i}`)

it('steps grow with the square where each is compared with each other one', async () => {
  const byLoop = (all: readonly string[]) => all.filter((a) => all.some((b) => a === `${b}!`))
  const bySearch = (all: readonly string[]) => all.filter((a) => all.includes(`${a}!`))

  for (const work of [byLoop, bySearch]) {
    const [few, many] = [await stepsOf(() => work(names(200))), await stepsOf(() => work(names(800)))]
    expect(many / few).toBeGreaterThan(12)
  }
})

it('steps grow with the number of what is looked at once', async () => {
  const once = (all: readonly string[]) => all.filter((a) => new Set(all.slice(0, 1)).has(a))

  const [few, many] = [await stepsOf(() => once(names(200))), await stepsOf(() => once(names(800)))]

  expect(many / few).toBeLessThan(5)
})
