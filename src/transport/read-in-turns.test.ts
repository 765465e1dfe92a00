import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readInTurns } from './read-in-turns.js'

/** A stream that is read, with what was taken of it. */
function setUp(take: (portion: Buffer) => boolean = () => true) {
  const stream = new PassThrough({ highWaterMark: 1 << 20 })
  const portions: Buffer[] = []
  let hasEnded = false
  void readInTurns(stream, (portion) => {
    portions.push(portion)
    return take(portion)
  }).then(() => {
    hasEnded = true
  })
  return {
    stream,
    taken: () => Buffer.concat(portions),
    hasEnded: () => hasEnded,
  }
}

const flood = Buffer.from(Array.from({ length: 40_000 }, (_, i) => i % 251))

describe('reading in turns', () => {
  it('takes what is short at once', async () => {
    const { stream, taken } = setUp()

    stream.write('{}\n')
    stream.write('[]\n')
    await turn()

    expect(taken().toString()).toBe('{}\n[]\n')
  })
  it('takes every byte of a flood in order, and is over after the last', async () => {
    const { stream, taken, hasEnded } = setUp()

    for (let i = 0; i < 5; i++) stream.write(flood)
    stream.end()
    while (!hasEnded()) await turn()

    expect(taken().equals(Buffer.concat([flood, flood, flood, flood, flood]))).toBe(true)
  })
  it('lets everything else have its turn between portions', async () => {
    const seen: number[] = []
    const { stream, taken } = setUp()

    for (let i = 0; i < 5; i++) stream.write(flood)
    while (taken().length < 5 * flood.length) {
      seen.push(taken().length)
      await turn()
    }

    const steps = seen.map((bytes, i) => bytes - (seen[i - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(2 * 8 * 1024)
  })
  it('keeps the order when somebody else resumes the stream', async () => {
    const { stream, taken, hasEnded } = setUp()

    for (let i = 0; i < 5; i++) stream.write(flood)
    stream.end()
    while (!hasEnded()) {
      stream.resume()
      await turn()
    }

    expect(taken().equals(Buffer.concat([flood, flood, flood, flood, flood]))).toBe(true)
  })
  it('drops the rest once it is enough, and lets the writer go on', async () => {
    const { stream, taken, hasEnded } = setUp(() => false)

    for (let i = 0; i < 5; i++) stream.write(flood)
    stream.end()
    while (!hasEnded()) await turn()

    expect(taken().length).toBeLessThanOrEqual(8 * 1024)
  })
})
