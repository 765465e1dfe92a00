import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineDecoder, type DecodedLine } from './line-decoder.js'

describe('line decoder', () => {
  it('gives the same lines however the bytes are torn apart', () => {
    const text = fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replace(/[\r\n]/g, '')))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (lines, size) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        )

        expect(decode(chunks)).toEqual(lines.map(whole))
      }),
    )
  })

  it('takes the CR of a CRLF away, and no other', () => {
    expect(decode([Buffer.from('a\r\nb\rc\n\r\n')])).toEqual([whole('a'), whole('b\rc'), whole('')])
  })

  it('marks what is not UTF-8', () => {
    expect(decode([Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a])])).toEqual([
      { text: 'a\ufffd', isUtf8: false, isFinished: true },
      whole('b'),
    ])
  })

  it('takes a replacement character that was sent as such for UTF-8', () => {
    expect(decode([Buffer.from('a\ufffd\n')])).toEqual([whole('a\ufffd')])
  })

  it('marks what stands after the last line feed', () => {
    expect(decode([Buffer.from('a\nb')])).toEqual([
      whole('a'),
      { text: 'b', isUtf8: true, isFinished: false },
    ])
  })

  it('takes a line of the longest allowed length, and stops at a longer one', () => {
    expect(decode([Buffer.from('1234\n12'), Buffer.from('34\n')], 4)).toEqual([whole('1234'), whole('1234')])
    expect(decode([Buffer.from('a\n12'), Buffer.from('345'), Buffer.from('\nb\n')], 4)).toEqual([
      whole('a'),
      'stopped',
      'stopped',
    ])
  })
})

function whole(text: string): DecodedLine {
  return { text, isUtf8: true, isFinished: true }
}

function decode(chunks: readonly Uint8Array[], maxBytes = 1000): (DecodedLine | 'stopped')[] {
  const lines: (DecodedLine | 'stopped')[] = []
  const decoder = createLineDecoder({ maxBytes, onLine: (line) => lines.push(line) })
  for (const chunk of chunks) if (!decoder.push(chunk)) lines.push('stopped')
  decoder.end()
  return lines
}
