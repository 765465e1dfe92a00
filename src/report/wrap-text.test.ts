import { expect, test } from 'vitest'
import { wrapText } from './wrap-text.js'

test('wrapText breaks between words, before the width is passed', () => {
  expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four'])
})

test('wrapText keeps a word that is longer than the width', () => {
  expect(wrapText('a unbreakable b', 5)).toEqual(['a', 'unbreakable', 'b'])
})

test('wrapText leaves a short text alone', () => {
  expect(wrapText('short', 80)).toEqual(['short'])
})
