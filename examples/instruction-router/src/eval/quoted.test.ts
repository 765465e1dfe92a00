import { expect, it } from 'vitest'
import { printable, quoted } from './quoted.js'

it('quoted keeps plain text as it is', () => {
  expect(quoted('Größe – “ok” 👍')).toBe('"Größe – “ok” 👍"')
})
it('quoted writes out what would steer a terminal', () => {
  expect(quoted('a\u001b[2Jb\u009bc\u202ed\ne')).toBe('"a\\u001b[2Jb\\u{9b}c\\u{202e}d\\ne"')
})
it('quoted shortens by whole characters', () => {
  expect(quoted('👍👍👍👍', 3)).toBe('"👍👍…"')
})
it('printable leaves nothing that steers a terminal, and adds no marks', () => {
  expect(printable('a "b"\u001b[2J\nc')).toBe('a "b"\\u{1b}[2J\\u{a}c')
})
