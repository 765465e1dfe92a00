import { expect, it } from 'vitest'
import { createSeal } from './seal.js'

const seal = createSeal(Buffer.alloc(32, 1))

it('a text that was sealed opens at its place with its key, and is never sealed the same twice', () => {
  const sealed = [seal.close('a secret ☃', 'run 1'), seal.close('a secret ☃', 'run 1')]

  expect(sealed.map((each) => seal.open(each, 'run 1'))).toEqual(['a secret ☃', 'a secret ☃'])
  expect(sealed[0]).not.toBe(sealed[1])
  expect(sealed.join()).not.toContain('secret')
})

it.each([
  ['elsewhere', (sealed: string) => seal.open(sealed, 'run 2'), 'an entry was changed, or belongs elsewhere'],
  [
    'once it was changed',
    (sealed: string) => seal.open(`${sealed.slice(0, -2)}AA`, 'run 1'),
    'an entry was changed, or belongs elsewhere',
  ],
  [
    'with another key',
    (sealed: string) => createSeal(Buffer.alloc(32, 2)).open(sealed, 'run 1'),
    'it was written with another key',
  ],
])('a text that was sealed does not open %s', (_, open, found) => {
  expect(() => open(seal.close('a secret', 'run 1'))).toThrowError(
    expect.objectContaining({
      code: 'JOURNAL_KEY',
      message: `Cannot read the journal of runs: ${found}`,
    }),
  )
})
