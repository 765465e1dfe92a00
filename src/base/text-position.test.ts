import { expect, it } from 'vitest'
import { placeText } from './text-position.js'

it('tells a place as far as it is known: a column without a line is none', () => {
  expect(
    [{ line: 3, column: 7 }, { line: 3 }, { column: 7 }, {}].map((at) => placeText('plan.ts', at)),
  ).toEqual(['plan.ts:3:7', 'plan.ts:3', 'plan.ts', 'plan.ts'])
})
