import { expect, test } from 'vitest'
import { toldBy } from './told-by.js'

test('a side effect says who told of it, or that nobody did', () => {
  expect(toldBy({ evidence: 'annotation' })).toBe('by annotation')
  expect(toldBy({ evidence: 'none' })).toBe('told by nobody')
})
