import { expect, it } from 'vitest'
import type { Frame } from './frames.js'
import { createKeptFrames, type KeptFrames } from './kept-frames.js'

const frame = (text: string): Frame => ({ kind: 'client', atMs: text.length, bytes: Buffer.from(text) })
const again = (kept: KeptFrames) => kept.again()?.map(({ bytes }) => String(bytes))

it('a new recorder process hears the lessons, and all that was not stored', () => {
  const kept = createKeptFrames()

  for (const text of ['hello', 'tools', 'call 1', 'call 2', 'call 3']) kept.add(frame(text))
  kept.stored(10, true)
  kept.stored(16, false)

  expect(again(kept)).toEqual(['hello', 'tools', 'call 2', 'call 3'])
})

it('what the new one has stored counts from where it began to hear', () => {
  const kept = createKeptFrames()
  for (const text of ['hello', 'call 1', 'call 2']) kept.add(frame(text))
  kept.stored(5, true)
  kept.again()

  kept.add(frame('call 3'))
  kept.stored(5, true)
  kept.stored(11, false)

  expect(again(kept)).toEqual(['hello', 'call 2', 'call 3'])
})

it('a frame of which a part was stored is cut, and keeps its time', () => {
  const kept = createKeptFrames()
  kept.add(frame('call 1call 2'))

  kept.stored(6, false)

  expect(kept.again()).toEqual([{ kind: 'client', atMs: 12, bytes: Buffer.from('call 2') }])
})

it('too much is not kept', () => {
  const kept = createKeptFrames(100)

  for (let i = 0; i < 20; i++) kept.add(frame('0123456789'))

  expect(kept.again()).toBeUndefined()
})
