import { expect, it } from 'vitest'
import { defined } from './defined.js'

it('defined leaves out the members that are undefined, and keeps the order of the others', () => {
  const kept = defined({ z: null, signal: undefined, a: 0, empty: '', off: false })

  expect(Object.entries(kept)).toEqual([
    ['z', null],
    ['a', 0],
    ['empty', ''],
    ['off', false],
  ])
})
