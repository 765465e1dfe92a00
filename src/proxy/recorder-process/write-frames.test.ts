import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../base/index.js'
import { createFrameReader, type FrameKind } from './frames.js'
import { createFrameWriter } from './write-frames.js'

describe('createFrameWriter', () => {
  it('gives a promise while the pipe is full, which resolves once the system has the piece', async () => {
    const { pipe, letGo, heard } = slowPipe()
    const frames = writerTo(pipe)

    const given = frames.write('server', Buffer.from('one'))
    let isTaken = false
    const taken = given?.then(() => {
      isTaken = true
    })
    await new Promise(setImmediate)
    const whileFull = { isTaken, heard: heard() }
    letGo()
    await taken

    expect(given).toBeInstanceOf(Promise)
    expect(whileFull).toEqual({ isTaken: false, heard: [] })
    expect(heard()).toEqual([['server', 'one']])
    expect(frames.write('server', Buffer.from('two'))).toBeUndefined()
    expect(heard()).toEqual([
      ['server', 'one'],
      ['server', 'two'],
    ])
  })

  it('holds what a client asks until the next answer, and no more of it than a little', () => {
    const { pipe, letGo, heard } = slowPipe()
    letGo()
    const frames = writerTo(pipe)

    const given = frames.write('client', Buffer.from('ask'))
    const whenAsked = heard()
    void frames.write('server', Buffer.from('answer'))
    const whenAnswered = heard()
    void frames.write('client', Buffer.alloc(70_000))

    expect([given, whenAsked]).toEqual([undefined, []])
    expect(whenAnswered).toEqual([
      ['client', 'ask'],
      ['server', 'answer'],
    ])
    expect(heard()).toHaveLength(3)
  })

  it('gives no promise once its reader is gone', () => {
    const { pipe } = slowPipe()
    const frames = writerTo(pipe)

    pipe.destroy()

    expect(frames.write('server', Buffer.from('one'))).toBeUndefined()
  })
})

function writerTo(pipe: Writable) {
  return createFrameWriter(pipe, { clock: manualClock(0), onBehind: () => undefined })
}

/** Takes nothing until it is let go, and then everything at once. */
function slowPipe() {
  const frames: [FrameKind, string][] = []
  const read = createFrameReader(({ kind, bytes }) => frames.push([kind, String(bytes)]))
  let isFull = true
  let waiting: (() => void)[] = []
  const pipe = new Writable({
    writev(chunks, done) {
      const take = (): void => {
        read(Buffer.concat(chunks.map(({ chunk }): Buffer => chunk)))
        done()
      }
      if (isFull) waiting.push(take)
      else take()
    },
  })
  pipe.on('error', () => undefined)
  return {
    pipe,
    letGo() {
      isFull = false
      for (const take of waiting) take()
      waiting = []
    },
    heard: () => [...frames],
  }
}
