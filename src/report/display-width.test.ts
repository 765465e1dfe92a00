import { expect, test } from 'vitest'
import { displayWidth } from './display-width.js'

test.each([
  ['', 0],
  ['abc', 3],
  ['äöü', 3],
  ['e\u0301', 1],
  ['漢字', 4],
  ['ｶﾅ', 2],
  ['😀', 2],
  ['👩‍💻', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['…', 1],
])('%j takes %d cells', (text, cells) => {
  expect(displayWidth(text)).toBe(cells)
})
