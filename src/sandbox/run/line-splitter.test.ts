import { describe, expect, it } from 'vitest'
import { splitLines } from './line-splitter.js'

describe('splitLines', () => {
  it('puts lines together however the bytes are cut, also inside a character', () => {
    const lines: string[] = []
    const push = splitLines((line) => {
      lines.push(line)
      return 'go on'
    })

    for (const byte of Buffer.from('a\n\nüber\nrest')) push(Buffer.from([byte]))

    expect(lines).toEqual(['a', '', 'über'])
  })

  it('gives nothing more after it is told to stop', () => {
    const lines: string[] = []
    const push = splitLines((line) => {
      lines.push(line)
      return line === 'b' ? 'stop' : 'go on'
    })

    push(Buffer.from('a\nb\nc\n'))
    push(Buffer.from('d\n'))

    expect(lines).toEqual(['a', 'b'])
  })
})
