import { expect, test } from 'vitest'
import { whoIsHere } from './approve.js'

test('a user whom the machine has no name for says yes by his number', () => {
  const nameless = (): never => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }

  expect(whoIsHere(nameless)).toBe(`user ${process.getuid?.() ?? 'without a name'}, on the command line`)
  expect(whoIsHere(() => 'anna')).toBe('anna, on the command line')
})
