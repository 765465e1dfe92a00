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

test('displayWidth finds by itself what every plain character takes in a text that is not plain', () => {
  const plain = Array.from({ length: 0x2060 }, (_, code) => String.fromCodePoint(code)).filter((char) =>
    /[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e]/.test(char),
  )

  // With a mark behind it, it is measured as a grapheme.
  expect(plain.filter((char) => displayWidth(`${char}\u0301`) !== displayWidth(char))).toEqual([])
})
