import { describe, expect, it } from 'vitest'
import { resultOf, rpcErrorOf } from '../../../test/testing/answers.js'
import { normalise, normalised } from './normalise.js'

const UUID = '0b7e1f2a-9c3d-4e5f-8a6b-7c8d9e0f1a2b'
const OTHER_UUID = '11111111-2222-4333-8444-555555555555'
const HEX = 'd41d8cd98f00b204e9800998ecf8427e'

describe('normalise', () => {
  it.each([
    ['a time in UTC', 'at 2026-11-21T14:06:35.123Z!', 'at <time:1>!'],
    ['a time with an offset', '2026-11-21T14:06:35+01:00', '<time:1>'],
    ['a time of a log, behind a space', '2026-11-21 14:06:35,123 INFO', '<time:1> INFO'],
    [
      'a time as Date writes it',
      'created: Sat Nov 21 2026 14:06:35 GMT+0100 (Central European Standard Time)',
      'created: <time:1>',
    ],
    ['a time as Date writes it, without its zone', 'Sat Nov 21 2026 14:06:35 GMT+0000.', '<time:1>.'],
    ['a time of HTTP', 'Sat, 21 Nov 2026 14:06:35 GMT', '<time:1>'],
    ['a time of a mail', 'Sat, 1 Nov 2026 14:06:35 +0100', '<time:1>'],
    ['a UUID in either case', `id ${UUID.toUpperCase()}`, 'id <uuid:1>'],
    [
      'a temporary folder, and keeps what stands in it',
      'wrote /tmp/kit-a1B2/notes/a.md.',
      'wrote <temp:1>/notes/a.md.',
    ],
    ['a temporary file at the end of a sentence', 'See /tmp/kit.log.', 'See <temp:1>.'],
    ['a temporary folder of macOS', '/private/var/folders/x9/abc_def0/T/kit-a1/a.md', '<temp:1>/a.md'],
    ['a temporary folder in a URI', 'file:///tmp/kit-1/a.md', 'file://<temp:1>/a.md'],
    ['a temporary folder of Windows', 'C:\\Users\\me\\AppData\\Local\\Temp\\kit-1\\a.md', '<temp:1>\\a.md'],
    [
      'a port of the own machine',
      'http://127.0.0.1:49152/mcp and localhost:80',
      'http://127.0.0.1:<port:1>/mcp and localhost:<port:2>',
    ],
    ['a port of the own machine in IPv6', 'http://[::1]:49152/', 'http://[::1]:<port:1>/'],
    ['a digest', `sha256:${HEX}${HEX}`, 'sha256:<hex:1>'],
  ])('names %s', (_, text, name) => {
    expect(normalise(text)).toBe(name)
  })
  it.each([
    ['a revision of the protocol', '2026-07-28'],
    ['a version', '1.2.3'],
    ['a time of day', '10:30:00'],
    ['a day', 'Sat Nov 21 2026 and Sat, 21 Nov 2026'],
    ['a short commit', 'd41d8cd98f00'],
    ['31 digits', HEX.slice(1)],
    ['a long number', '12345678901234567890123456789012'],
    ['a row of letters', 'a'.repeat(40)],
    ['a word in which 32 digits stand', `x${HEX}z`],
    ['something like a UUID that goes on', `${UUID}-7`],
    ['the folder for temporary files itself', '/tmp'],
    ['a folder called tmp elsewhere', '/home/me/tmp/a.md and ./tmp/a.md'],
    ['a host called tmp', 'https://tmp/kit/a.md'],
    ['a port elsewhere', 'example.com:8080 and mylocalhost:8080'],
    ['a text with a duration under no such name', '12 ms'],
  ])('leaves %s', (_, text) => {
    expect(normalise({ text })).toEqual({ text })
  })
  it('gives equal values one number, in the order in which they come', () => {
    const value = [UUID, OTHER_UUID, `again ${UUID.toUpperCase()}`, HEX]

    expect(normalise(value)).toEqual(['<uuid:1>', '<uuid:2>', 'again <uuid:1>', '<hex:1>'])
  })
  it('gives paths that differ in case two numbers', () => {
    expect(normalise(['/tmp/Kit-1', '/tmp/kit-1'])).toEqual(['<temp:1>', '<temp:2>'])
    expect(normalise(['n-A n-a'], { volatile: [/n-\w/] })).toEqual(['<volatile:1> <volatile:2>'])
  })
  it('numbers by the names of members and not by the order in which a server writes them', () => {
    const one = { b: OTHER_UUID, a: UUID }
    const other = { a: UUID, b: OTHER_UUID }

    expect(JSON.stringify(normalise(one))).toBe('{"a":"<uuid:1>","b":"<uuid:2>"}')
    expect(JSON.stringify(normalise(other))).toBe('{"a":"<uuid:1>","b":"<uuid:2>"}')
  })
  it('names volatile parts in the names of members', () => {
    expect(normalise({ [UUID]: 1, [OTHER_UUID]: UUID })).toEqual({ '<uuid:1>': 1, '<uuid:2>': '<uuid:1>' })
  })
  it.each([
    'duration',
    'durationMs',
    'duration_ms',
    'elapsed',
    'elapsedTime',
    'took',
    'response_time_ms',
    'total-time',
  ])('takes %s for a duration', (key) => {
    expect(normalise({ [key]: 12.5 })).toEqual({ [key]: '<duration>' })
    expect(normalise({ [key]: '12.5 ms' })).toEqual({ [key]: '<duration>' })
    expect(normalise({ [key]: 'forever' })).toEqual({ [key]: 'forever' })
  })
  it.each(['timeoutMs', 'ttl', 'time', 'ms', 'production', 'intervalSeconds', 'count'])(
    'does not take %s for a duration',
    (key) => {
      expect(normalise({ [key]: 12 })).toEqual({ [key]: 12 })
    },
  )
  it('names what the test calls volatile: a place, members of a name, parts of texts', () => {
    const value = { id: 7, meta: { id: 8, requestId: 9 }, list: [{ seq: 'n-17 and n-18, n-17' }] }

    expect(normalise(value, { volatile: ['/meta/id', 'requestId', /n-\d+/] })).toEqual({
      id: 7,
      list: [{ seq: '<volatile:1> and <volatile:2>, <volatile:1>' }],
      meta: { id: '<volatile>', requestId: '<volatile>' },
    })
  })
  it('does not change an expression of the test, nor miss a match because of its flags', () => {
    const sticky = /N-\d+/iy
    sticky.lastIndex = 5

    expect(normalise('see n-1', { volatile: [sticky] })).toBe('see <volatile:1>')
    expect(sticky.lastIndex).toBe(5)
  })
  it.each([[''], [/(?:)/]])('refuses %o, which would name everything', (each) => {
    expect(() => normalise('a', { volatile: [each] })).toThrow('Cannot take')
  })
  it('does not change its argument, and takes the name of a prototype for a name', () => {
    const value = JSON.parse(`{"__proto__":"${UUID}"}`)
    const frozen = Object.freeze(value)

    expect(JSON.stringify(normalise(frozen))).toBe('{"__proto__":"<uuid:1>"}')
  })
})

describe('normalised', () => {
  it('has what an answer says, of results and of errors', () => {
    const result = resultOf(`made ${UUID}`, { structured: { id: UUID, durationMs: 3 } })

    expect(normalised(result)).toEqual({
      kind: 'result',
      content: [{ type: 'text', text: 'made <uuid:1>' }],
      structured: { id: '<uuid:1>', durationMs: '<duration>' },
    })
    expect(normalised(rpcErrorOf(-32603, `lost ${UUID}`))).toEqual({
      kind: 'rpc-error',
      code: -32603,
      message: 'lost <uuid:1>',
    })
  })
})
