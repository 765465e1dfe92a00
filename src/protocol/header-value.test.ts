import { describe, expect, it } from 'vitest'
import { headerValue } from './header-value.js'

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
