import { PassThrough, Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import { createLineWriter } from './line-writer.js'

const MEGABYTE = 'x'.repeat(1024 * 1024)
const tick = () => new Promise(setImmediate)

/** A reader that reads when it is told to. */
function slowReader(): { readonly output: Writable; read(): void } {
  const waiting: (() => void)[] = []
  const output = new Writable({ write: (_chunk, _encoding, done) => void waiting.push(done) })
  return { output, read: () => waiting.splice(0).map((done) => done()) }
}

it('line writer writes what one tick says in one piece', async () => {
  const written: string[] = []
  const output = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk))
      done()
    },
  })
  const writer = createLineWriter(output, { full: () => undefined, drained: () => undefined })

  writer.write('a')
  await Promise.resolve().then(() => writer.write('b'))
  writer.write('c')
  await tick()
  writer.write('d')
  await writer.end()
  writer.write('e')

  expect(written.join('|').replaceAll('\n', ' ')).toMatch(/^a (\|?)b c \|d $/)
})

it('line writer tells when a reader is too slow, and when it has caught up', async () => {
  const told: string[] = []
  const { output, read } = slowReader()
  const writer = createLineWriter(output, {
    full: () => told.push('full'),
    drained: () => told.push('drained'),
  })

  for (let i = 0; i < 9; i++) {
    writer.write(MEGABYTE)
    await tick()
  }
  expect(told).toEqual(['full'])
  for (let i = 0; i < 20; i++) {
    read()
    await tick()
  }

  expect(told).toEqual(['full', 'drained'])
})

it('line writer gives up a reader that never reads', async () => {
  const clock = manualClock()
  const { output } = slowReader()
  const writer = createLineWriter(output, { full: () => undefined, drained: () => undefined, clock })

  writer.write('a')
  const ended = writer.end()
  clock.advance(2000)
  await ended

  expect(output.destroyed).toBe(true)
})

it('line writer ends at once when its stream is broken', async () => {
  const output = new PassThrough()
  output.on('error', () => undefined)
  const writer = createLineWriter(output, { full: () => undefined, drained: () => undefined })

  output.destroy(new Error('broken'))
  writer.write('a')

  await expect(writer.end()).resolves.toBeUndefined()
})
