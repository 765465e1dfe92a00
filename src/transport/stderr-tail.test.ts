import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { createStderrTail } from './stderr-tail.js'

describe('tail of standard error', () => {
  it('tells every line and keeps the last ones', () => {
    const told: string[] = []
    const tail = createStderrTail((line) => told.push(line), { maxLines: 2 })

    for (const text of ['a\nb', 'c\r', '\nd\n', 'e\nf\ng']) tail.push(Buffer.from(text))
    tail.end()

    expect(told).toEqual(['a', 'bc', 'd', 'e', 'f', 'g'])
    expect(tail.lines()).toEqual(['f', 'g'])
  })

  it('keeps the first lines of many, too', () => {
    const tail = createStderrTail(() => undefined, { maxLines: 40 })

    for (let n = 1; n <= 1000; n++) tail.push(Buffer.from(`${n}\n`))

    const lines = tail.lines()
    expect([lines.length, ...lines.slice(0, 3), lines.at(-1)]).toEqual([40, '1', '2', '963', '1000'])
  })

  it('tells a line without an end in pieces, and holds no more than a piece', () => {
    const told: string[] = []
    const tail = createStderrTail((line) => told.push(line), { maxLength: 4 })

    for (const text of ['12345', '6789', '\nabcdefghi\n']) tail.push(Buffer.from(text))

    expect(told).toEqual(['1234', '5678', '9', 'abcd', 'efgh', 'i'])
  })

  it('joins characters that are torn apart', () => {
    const told: string[] = []
    const tail = createStderrTail((line) => told.push(line))

    for (const byte of Buffer.from('🐎\n')) tail.push(Buffer.from([byte]))

    expect(told).toEqual(['🐎'])
  })
})
