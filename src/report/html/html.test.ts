import { expect, test } from 'vitest'
import { html } from './html.js'

test('html escapes what it is given, and keeps what a template made', () => {
  const inner = html`<b>${'<i>'}</b>`

  expect(html`<p>${inner} ${'a & "b"'} ${1}${undefined}${[inner, inner]}</p>`.markup).toBe(
    '<p><b>&#60;i&#62;</b> a &#38; &#34;b&#34; 1<b>&#60;i&#62;</b><b>&#60;i&#62;</b></p>',
  )
})

test('html shows control and invisible characters, and keeps line feeds', () => {
  expect(html`${'\u202e\u0000\n'}`.markup).toBe('\\u202e\\x00\n')
})
