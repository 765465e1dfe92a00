import { describe, expect, it } from 'vitest'
import { headerValue, textOfHeader } from './header-value.js'

describe('header value', () => {
  it.each(['a', 'us-west1', 'a b', 'a\tb', '~', '!'])('is %j as it stands', (text) => {
    expect(headerValue(text)).toBe(text)
  })

  it.each([
    ['', '=?base64??='],
    [' a', '=?base64?IGE=?='],
    ['a ', '=?base64?YSA=?='],
    ['\ta', '=?base64?CWE=?='],
    ['a\r\nb: c', '=?base64?YQ0KYjogYw==?='],
    ['ž', '=?base64?xb4=?='],
    ['\u007f', '=?base64?fw==?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ])('encodes %j', (text, value) => {
    expect(headerValue(text)).toBe(value)
  })
})

describe('text of a header', () => {
  it.each(['a', 'a b', ' ž\n', '=?base64?literal?=', ''])('is %j again', (text) => {
    expect(textOfHeader(headerValue(text))).toBe(text)
  })

  it.each(['=?base64?%%?=', '=?base64?YQ?=', '=?base64?/w==?='])(
    'is nothing for %j, which is no base64 of text',
    (value) => {
      expect(textOfHeader(value)).toBeUndefined()
    },
  )
})
