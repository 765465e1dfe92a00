import { describe, expect, it } from 'vitest'
import { createEventStreamDecoder, type StreamEvent } from './event-stream.js'

function decode(
  chunks: readonly (string | Uint8Array)[],
  maxBytes = 1000,
): { events: StreamEvent[]; goesOn: boolean; rest: string } {
  const events: StreamEvent[] = []
  const decoder = createEventStreamDecoder({ maxBytes, onEvent: (event) => events.push(event) })
  const goesOn = chunks.every((chunk) =>
    decoder.push(typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk),
  )
  return { events, goesOn, rest: decoder.end().text }
}

const message = (text: string) => ({ type: 'message', data: { text, isUtf8: true } })

describe('event stream decoder', () => {
  it('reads data of several lines, types, ids, and leaves out comments and unknown fields', () => {
    const text = ': hello\nevent: note\nid: 7\nretry: 10\nfoo: bar\ndata: one\ndata:two\ndata\n\n'

    expect(decode([text]).events).toEqual([
      { type: 'note', id: '7', retryMs: 10, data: { text: 'one\ntwo\n', isUtf8: true } },
    ])
  })

  it('takes one space away after the colon, and no more', () => {
    expect(decode(['data:  two\n\n']).events).toEqual([message(' two')])
  })

  it.each(['\n', '\r', '\r\n'])('reads the same events whatever ends a line: %j', (end) => {
    const text = ['data: 1', '', 'data: 2', 'data: 3', '', ''].join(end)
    const expected = [message('1'), message('2\n3')]

    expect(decode([text]).events).toEqual(expected)
    expect(decode(text.split('')).events).toEqual(expected)
  })

  it('tells an event as soon as a carriage return ends it', () => {
    const events: StreamEvent[] = []
    const decoder = createEventStreamDecoder({ maxBytes: 100, onEvent: (event) => events.push(event) })

    decoder.push(Buffer.from('data: 1\r\r'))
    expect(events).toEqual([message('1')])
    decoder.push(Buffer.from('\ndata: 2\r\n\r\n'))
    expect(events).toEqual([message('1'), message('2')])
  })

  it('puts characters together that chunks tear apart', () => {
    const bytes = Buffer.from('data: 🐎ž\n\n')

    expect(decode([...bytes].map((byte) => Uint8Array.of(byte))).events).toEqual([message('🐎ž')])
  })

  it('leaves out a byte order mark at the start, and only there', () => {
    expect(decode(['\ufeffdata: 1\n\n\ufeffdata: 2\n\ndata: 3\n\n']).events).toEqual([
      message('1'),
      message('3'),
    ])
  })

  it('tells of bytes that are no UTF-8, event by event', () => {
    const bad = Buffer.concat([Buffer.from('data: '), Uint8Array.of(0xff), Buffer.from('\n\n')])

    expect(decode([bad, 'data: ok\n\n']).events).toEqual([
      { type: 'message', data: { text: '\ufffd', isUtf8: false } },
      message('ok'),
    ])
  })

  it('tells an event that has an id and no data', () => {
    expect(decode(['id: 1\ndata:\n\nid: 2\n\nevent: x\n\n']).events).toEqual([
      { ...message(''), id: '1' },
      { ...message(''), id: '2' },
    ])
  })

  it('ignores an id with a NUL, as the standard wants', () => {
    expect(decode(['id: a\0b\ndata: 1\n\n']).events).toEqual([message('1')])
  })

  it('gives back what no blank line ended, and tells no event of it', () => {
    expect(decode(['data: 1\n\ndata: 2\ndata: 3'])).toEqual({
      events: [message('1')],
      goesOn: true,
      rest: '2\n3',
    })
  })

  it('stops at an event that is longer than the limit, however it comes', () => {
    const fits = `data: ${'x'.repeat(94)}\n\n`
    const long = `data: ${'x'.repeat(95)}\n\n`

    expect(decode([fits.repeat(50)], 100)).toMatchObject({ goesOn: true })
    expect(decode([long], 100)).toMatchObject({ events: [], goesOn: false })
    expect(decode(long.split(''), 100)).toMatchObject({ events: [], goesOn: false })
    expect(decode(['data: 1\n'.repeat(20)], 100)).toMatchObject({ events: [], goesOn: false })
  })

  it('counts no comments, which keep a quiet connection alive', () => {
    expect(decode([': ping\n'.repeat(100), 'data: 1\n\n'], 20)).toMatchObject({
      events: [message('1')],
      goesOn: true,
    })
  })

  it('reads an event of many chunks whole', () => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const events: StreamEvent[] = []
    const decoder = createEventStreamDecoder({ maxBytes: 2 ** 25, onEvent: (event) => events.push(event) })

    decoder.push(Buffer.from('data: '))
    for (let n = 0; n < 256; n++) decoder.push(chunk)
    decoder.push(Buffer.from('\n\n'))

    expect(events.map(({ data }) => data.text.length)).toEqual([256 * chunk.length])
  })
})
