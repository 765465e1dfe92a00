import { describe, expect, it } from 'vitest'
import { resultOf } from '../../test/sequence/imagined-world.js'
import { stepsOf } from '../../test/steps.js'
import type { DifferingWord } from './compare-values.js'
import { figuresOf, isInLargerUnit, roundedIn } from './measured.js'
import type { PlayedCall } from './play.js'

describe('a number in a larger unit', () => {
  it.each([
    ['44.8', '44781568', true],
    ['42.7', '44781568', true],
    ['3', '3123', true],
    ['1', '0.935', true],
    ['3123', '3123', false],
    ['46', '44781568', false],
    ['44', '44781568', true],
    // No more decimals than can be written.
    [`0.${'3'.repeat(150)}`, `0.${'3'.repeat(300)}`, false],
  ])('is %s of %s: %s', (text, exact, expected) => {
    expect(isInLargerUnit(text, exact)).toBe(expected)
  })

  it('is found in an answer of thousands, looking at each a few times', async () => {
    const [some, more] = [callOf(1000), callOf(2000)]
    const [ofSome, ofMore] = [wordsOf(some), wordsOf(more)]
    roundedIn(some, ofSome)
    const steps = await stepsOf(() => roundedIn(some, ofSome))

    expect(await stepsOf(() => roundedIn(more, ofMore))).toBeLessThan(3 * steps)
    expect(roundedIn(more, ofMore).size).toBeGreaterThan(0)
  })
})

/** An answer with so many lines, each with a figure and it in a larger unit. */
function callOf(lines: number): PlayedCall {
  const text = Array.from({ length: lines }, (_, i) => `took ${1000 + i}123 or ${1000 + i}`).join('\n')
  return {
    ...{ n: 1, server: 's', tool: 't', isRead: true, changes: [] },
    end: { kind: 'answered', outcome: resultOf(text) },
  }
}

function wordsOf(call: PlayedCall): readonly DifferingWord[] {
  return figuresOf(call).map(({ pointer, word, text }) => ({
    ...{ pointer, session: text, other: '0', kind: 'number', isNew: true, isHidden: false },
    ...(word === undefined ? {} : { word }),
  }))
}
