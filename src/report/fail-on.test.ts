import { expect, test } from 'vitest'
import { CLEAN, FAULTY, GUESSED } from '../../test/fixtures/reports.js'
import { isFailed, refusedEffects } from './fail-on.js'

const WRITES = {
  ...CLEAN,
  side_effects: GUESSED.side_effects.map((effect) => ({ ...effect, effect: 'write' as const })),
}
const DESTROYS = { ...CLEAN, side_effects: GUESSED.side_effects }

test.each([
  ['a clean report', CLEAN, []],
  ['a faulty report', FAULTY, ['fail', 'uncertain', 'write', 'destructive']],
  ['a guessed report without effects', { ...GUESSED, side_effects: [] }, ['uncertain']],
  ['a clean report that writes', WRITES, ['write']],
  ['a clean report that destroys', DESTROYS, ['write', 'destructive']],
] as const)('%s is a failure for %s', (_, report, expected) => {
  const choices = ['fail', 'uncertain', 'write', 'destructive'] as const

  expect(choices.filter((failOn) => isFailed(report, failOn))).toEqual(expected)
})

test('the effects that are refused are those that the choice names', () => {
  expect(refusedEffects(DESTROYS, 'fail')).toEqual([])
  expect(refusedEffects(DESTROYS, 'destructive')).toEqual(DESTROYS.side_effects)
  expect(refusedEffects(WRITES, 'destructive')).toEqual([])
})
