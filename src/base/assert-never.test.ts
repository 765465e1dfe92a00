import { expect, it } from 'vitest'
import { assertNever } from './assert-never.js'

it('assertNever names the case that nobody handled', () => {
  // What a newer peer could send, in spite of the types.
  expect(() => assertNever({ kind: 'novel' } as never)).toThrow('Unhandled case: {"kind":"novel"}')
})
