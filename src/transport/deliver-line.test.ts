import { describe, expect, it } from 'vitest'
import { deliverLine } from './deliver-line.js'

describe('deliverLine', () => {
  it.each(['{}', ' {"a":1} ', '[{}]', `${'['.repeat(128)}${']'.repeat(128)}`])(
    'takes %s for a message',
    (text) => {
      expect(delivered(text)).toEqual([JSON.parse(text)])
    },
  )

  it.each([
    ['hello', 'it is not JSON'],
    ['', 'it is not JSON'],
    ['{"a":', 'it is not JSON'],
    ['42', 'it is JSON, but no object'],
    ['null', 'it is JSON, but no object'],
  ])('takes %s for noise', (line, reason) => {
    expect(delivered(line)).toEqual([{ line, reason }])
  })

  it('tells what is too deep to be read, and blames nobody for it', () => {
    const line = `${'['.repeat(129)}${']'.repeat(129)}`

    expect(delivered(line)).toEqual([{ line, reason: 'it is nested too deep', isBeyondUs: true }])
  })

  it('takes a batch of more than ten thousand messages for noise', () => {
    const [batch, tooMany] = [10_000, 10_001].map((count) => JSON.stringify(Array(count).fill({})))

    expect(delivered(batch ?? '')).toEqual([Array(10_000).fill({})])
    expect(delivered(tooMany ?? '')).toEqual([
      { line: tooMany, reason: 'it is a batch of 10001 messages, more than 10000', isBeyondUs: true },
    ])
  })

  it('takes broken and unfinished lines for noise, whatever they hold', () => {
    expect(delivered('{}', { isUtf8: false })).toEqual([{ line: '{}', reason: 'it is not UTF-8' }])
    expect(delivered('{}', { isFinished: false })).toEqual([
      { line: '{}', reason: 'the output ended before its line feed' },
    ])
  })
})

function delivered(text: string, how: { isUtf8?: boolean; isFinished?: boolean } = {}): unknown[] {
  const told: unknown[] = []
  const to = {
    message: (value: unknown) => void told.push(value),
    noise: (noise: unknown) => void told.push(noise),
  }
  deliverLine({ text, isUtf8: true, isFinished: true, ...how }, to, 100_000)
  return told
}
