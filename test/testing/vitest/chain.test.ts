/** The mechanics of chains, on matchers that this file registers: each test uses names of its own, as the first call counts. */
import { expect, it } from 'vitest'
import { chainMatchers } from '../../../src/testing/vitest/chain.js'

it('chain runs a matcher that was never called before as a later link', async () => {
  const seen = register('toBeFirst', 'toBeSecond')

  await chain(Promise.resolve(1)).toBeFirst().toBeSecond()

  expect(seen).toEqual(['toBeFirst 1', 'toBeSecond 1'])
})

it('chain fails by a later link that was never called before', async () => {
  register('toBeThird', 'toBeFourth')

  await expect(chain(Promise.resolve(1)).toBeThird().toBeFourth('no')).rejects.toThrow('toBeFourth says no')
})

it('chain does not run what stands behind a failure', async () => {
  const seen = register('toBeFifth', 'toBeSixth')

  await expect(chain(Promise.resolve(1)).toBeFifth('no').toBeSixth()).rejects.toThrow('toBeFifth says no')

  expect(seen).toEqual(['toBeFifth 1'])
})

it('chainMatchers refuses a name that nobody registered', () => {
  expect(() => chainMatchers(['toBeUnheardOf'], (_, run) => run())).toThrow('no matcher toBeUnheardOf')
})

type Ordinal = 'First' | 'Second' | 'Third' | 'Fourth' | 'Fifth' | 'Sixth'
type AnyChain = Promise<unknown> & { readonly [O in Ordinal as `toBe${O}`]: (verdict?: 'no') => AnyChain }

/** The matchers of this file are unknown to the compiler. */
function chain(received: Promise<unknown>): AnyChain {
  return expect(received) as unknown as AnyChain
}

/** Matchers that pass unless they are told "no"; returns who saw what. */
function register(...names: readonly string[]): readonly string[] {
  const seen: string[] = []
  for (const name of names)
    expect.extend({
      [name](received: unknown, verdict?: 'no') {
        seen.push(`${name} ${received}`)
        return { pass: verdict !== 'no', message: () => `${name} says no` }
      },
    })
  chainMatchers(names, (_, run) => run())
  return seen
}
