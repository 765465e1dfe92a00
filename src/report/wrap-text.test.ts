import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayWidth } from './display-width.js'
import { wrapText } from './wrap-text.js'

test('wrapText breaks between words, before the width is passed', () => {
  expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four'])
})

test('wrapText breaks a longer word behind what parts it, and one without parts where the line ends', () => {
  expect(wrapText('a /home/me/notes/today.md b', 10)).toEqual(['a', '/home/me/', 'notes/', 'today.md b'])
  expect(wrapText('a unbreakable b', 5)).toEqual(['a', 'unbre', 'akabl', 'e b'])
})

test('wrapText keeps the spaces that stand in a text', () => {
  expect(wrapText('  two  of them', 80)).toEqual(['  two  of them'])
})

test('wrapText loses nothing and passes no width, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab/漢 😀.-_'), maxLength: 60 }),
      fc.integer({ min: 2, max: 30 }),
      (text, width) => {
        const lines = wrapText(text, width)

        expect(lines.filter((line) => displayWidth(line) > width)).toEqual([])
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      },
    ),
  )
})

test('wrapText leaves a short text alone', () => {
  expect(wrapText('short', 80)).toEqual(['short'])
})
