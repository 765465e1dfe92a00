import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../base/index.js'
import { createEventMemory } from './event-memory.js'
import { createHeartbeat } from './heartbeat.js'

const streams = { heartbeat: createHeartbeat(manualClock(), 1000), unreadBytes: 1000 }
const IDS = { hasIds: true, retryMs: undefined, streams }
const event = (id: string, text: string) => `id: ${id}\nevent: message\ndata: ${text}\n\n`

/** A response whose socket is nobody's: what is written to it is read here. */
function response(): { readonly to: ServerResponse; readonly written: () => string } {
  const written: string[] = []
  const to = new ServerResponse(new IncomingMessage(new Socket()))
  to.write = (chunk: unknown) => written.push(String(chunk)) > 0
  return { to, written: () => written.join('') }
}

describe('event memory', () => {
  it('gives the events after one that was seen, and those that follow', () => {
    const memory = createEventMemory(IDS)
    const stream = memory.open()
    for (const text of ['a', 'b', 'c']) stream.say(text)
    const found = memory.find('1-1')
    const { to, written } = response()

    found?.stream.attach(to, found.after)
    stream.say('d')

    expect(written()).toBe(event('1-2', 'b') + event('1-3', 'c') + event('1-4', 'd'))
  })

  it('keeps streams apart, and what was said to nobody for the first who listens', () => {
    const memory = createEventMemory(IDS)
    const [one, two] = [memory.open(), memory.open()]
    one.say('a')
    two.say('b')
    const { to, written } = response()

    two.attach(to)

    expect(written()).toBe(event('2-1', 'b'))
    expect(one.isAttached).toBe(false)
  })

  it('forgets what was said first, and never what was said last', () => {
    const memory = createEventMemory(IDS)
    const stream = memory.open()
    for (let n = 1; n <= 101; n++) stream.say('x')
    const large = memory.open()

    expect(memory.find('1-0')).toBeUndefined()
    expect(memory.find('1-1')).toMatchObject({ after: 1 })
    large.say('y'.repeat(5_000_000))
    expect(memory.find('1-1')).toBeUndefined()
    expect(memory.find('2-0')).toMatchObject({ after: 0 })
  })

  it.each(['', '1', '1-2', '9-1', '-1-0', '1-1e0'])('knows no event %j that never was', (id) => {
    const memory = createEventMemory(IDS)
    memory.open().say('a')

    expect(memory.find(id)).toBeUndefined()
  })

  it('keeps nothing that was told to somebody who cannot come back', () => {
    const memory = createEventMemory({ ...IDS, hasIds: false })
    const stream = memory.open()
    stream.say('before')
    const [first, second] = [response(), response()]

    stream.attach(first.to)
    stream.say('a')
    stream.detach()
    stream.say('between')
    stream.attach(second.to)

    expect(first.written()).toBe('event: message\ndata: before\n\nevent: message\ndata: a\n\n')
    expect(second.written()).toBe('event: message\ndata: between\n\n')
  })
})
