import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../base/index.js'
import { createEffects } from '../effects/index.js'
import type { Before } from '../plan/index.js'
import { doubtsAmong, type MadeCall } from './doubts.js'

const effects = createEffects([
  {
    claim: (ref) => {
      const [, tool] = ref.split(':')
      return tool === 'unsaid' ? undefined : { effect: tool === 'write' ? 'write' : 'read' }
    },
  },
])

interface Seen {
  /** How much of what was written whoever answered knows. */
  readonly knows?: boolean
  readonly changed?: Readonly<Record<number, readonly string[]>>
  readonly apart?: boolean
}

describe('an answer is doubtful', () => {
  test.each<[string, MadeCall, Seen?]>([
    ['after a write that a copy lacks', made(1, 'write', { path: '/b' }), { knows: false }],
    ['beside a write of the same that the copy has', made(1, 'write', { path: '/a' }, 0)],
    ['beside a write of what is above it', made(1, 'write', { path: '/' }, 0)],
    [
      'beside a call that says nothing of itself, and changed what it names',
      made(1, 'unsaid', {}, 0),
      { changed: { 1: ['x/a'] } },
    ],
    [
      'beside one that says it only reads, and changed what it names',
      made(1, 'read', {}, 0),
      { changed: { 1: ['/a'] } },
    ],
    [
      'after one that says it only reads, changed something, and was not answered for',
      made(1, 'read', {}),
      { knows: false, changed: { 1: ['/c'] } },
    ],
  ])('%s', (_, write, seen = {}) => {
    expect(doubtAbout(write, seen)).toContain('(call 1) may have changed it')
  })
})

describe('an answer is not doubtful', () => {
  test.each<[string, MadeCall, Seen?]>([
    ['after a write that a copy has', made(1, 'write', { path: '/a' })],
    ['beside a write of something else', made(1, 'write', { path: '/b' }, 0)],
    ['beside a read of the same', made(1, 'read', { path: '/a' }, 0), { knows: false }],
    ['beside a call that says nothing of itself, and changed nothing', made(1, 'unsaid', { path: '/a' }, 0)],
    [
      'beside one that changed its log',
      made(1, 'unsaid', { path: '/a' }, 0),
      { changed: { 1: ['server.log'] } },
    ],
    [
      'after a write in another world',
      made(1, 'write', { path: '/a' }, 2, 'other'),
      { knows: false, apart: true },
    ],
  ])('%s', (_, write, seen = {}) => {
    expect(doubtAbout(write, seen)).toBeUndefined()
  })
})

/** About a read of /a as the second call, made when the first was answered, or not (`upTo` 0). */
function doubtAbout(
  write: MadeCall,
  { knows = true, changed = {}, apart = false }: Seen,
): string | undefined {
  const upTo = write.before.kind === 'all' ? write.before.upTo : 0
  const read = { ...made(2, 'read', { path: '/a' }), before: all(upTo === 0 && isBeside(write) ? 0 : 1) }
  const doubts = doubtsAmong([write, read], {
    effects,
    shareWorld: () => !apart,
    changedBy: (n) => changed[n] ?? [],
  })
  return doubts.find(read, () => knows)
}

function isBeside({ before }: MadeCall): boolean {
  return before.kind === 'all' && before.upTo === 0
}

/** `upTo` 0 for one that the read is made beside. */
function made(n: number, tool: string, args: JsonObject, upTo = 1, server = 's'): MadeCall {
  return { call: { n, server, tool, arguments: args }, before: all(upTo) }
}

function all(upTo: number): Before {
  return { kind: 'all', upTo }
}
