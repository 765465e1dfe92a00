import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { type KeyParts, recordingKey } from './recording-key.js'

verifies('recording:key', 'adr:recording-key')

const parts: KeyParts = {
  server: 'filesystem',
  tool: 'read_file',
  arguments: { path: 'a.txt', options: { head: 1, tail: 1e21 } },
  fingerprint: 'sha256:contract',
  principal: 'anonymous',
}

describe('the key of a recording', () => {
  it('is pinned, for stores on disk hold it', () => {
    expect(recordingKey(parts)).toBe('c13fc87868d12da06fa6f7642f90207041e861b1162d7c12e72ba0a7af8d5a7b')
  })

  it('does not depend on the order of keys, at any depth', () => {
    const reordered = { options: { tail: 1e21, head: 1 }, path: 'a.txt' }

    expect(recordingKey({ ...parts, arguments: reordered })).toBe(recordingKey(parts))
  })

  const { arguments: _, ...withoutArguments } = parts

  it.each<[string, KeyParts]>([
    ['server', { ...parts, server: 'memory' }],
    ['tool', { ...parts, tool: 'read_files' }],
    ['contract', { ...parts, fingerprint: 'sha256:other' }],
    ['principal', { ...parts, principal: 'somebody' }],
    ['argument', { ...parts, arguments: { path: 'b.txt' } }],
    ['type of an argument', { ...parts, arguments: { path: 'a.txt', options: { head: '1', tail: 1e21 } } }],
    ['boundary between server and tool', { ...parts, server: 'filesystem:read', tool: '_file' }],
    ['empty object of arguments', { ...parts, arguments: {} }],
    ['absence of arguments', withoutArguments],
  ])('is another one for another %s', (_, other) => {
    expect(recordingKey(other)).not.toBe(recordingKey(parts))
  })

  it('tells absent arguments from empty ones', () => {
    expect(recordingKey(withoutArguments)).not.toBe(recordingKey({ ...parts, arguments: {} }))
  })

  it('takes text with half a surrogate pair, and tells it from its escape', () => {
    const keys = ['\ud800', '\\ud800', '"\\ud800"', '\udfff'].map((path) =>
      recordingKey({ ...parts, arguments: { path } }),
    )

    expect(new Set(keys).size).toBe(4)
  })
})
