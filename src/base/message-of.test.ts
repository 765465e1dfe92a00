import { describe, expect, it } from 'vitest'
import { firstLine, messageOf } from './message-of.js'

describe('what was thrown', () => {
  it.each([
    [new Error('It broke\n  at once'), 'It broke\n  at once', 'It broke'],
    ['a text\r\nof two lines', 'a text\r\nof two lines', 'a text\r'],
    ['', '', ''],
    [undefined, 'undefined', 'undefined'],
  ])('%j is told whole and by its first line', (thrown, whole, first) => {
    expect([messageOf(thrown), firstLine(thrown)]).toEqual([whole, first])
  })
})
