import { expect, test } from 'vitest'
import { xmlText } from './xml-text.js'

test('xmlText leaves no markup, and keeps line feeds', () => {
  expect(xmlText(`<a b="c" d='e'>&amp;]]>\n`)).toBe(
    '&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;amp;]]&#62;\n',
  )
})

test('xmlText shows characters that XML forbids, and replaces half ones', () => {
  expect(xmlText('\0 \u001b \ufffe \uffff \ud800 😀')).toBe('\\u0000 \\u001b \\ufffe \\uffff \ufffd 😀')
})
