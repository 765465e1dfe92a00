import { describe, expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { JsonObject } from '../base/index.js'
import { createEffects } from '../effects/index.js'
import type { CopiedAnswer, SeenChange } from './copies.js'
import { lateDoubts, withoutLate } from './late-changes.js'

verifies('rehearsal:late-changes')

const effects = createEffects([
  {
    claim: (ref) => {
      const [, tool] = ref.split(':')
      return tool === 'unsaid' ? undefined : { effect: tool === 'write' ? 'write' : 'read' }
    },
  },
])

interface Asked {
  readonly tool: 'write' | 'read' | 'unsaid'
  readonly args?: JsonObject
  readonly server?: string
  /** Milliseconds: when it was asked and answered, and how long the program had waited by then. */
  readonly at: readonly [asked: number, answered: number, waited?: number]
  /** When its server had written the answer, where we came late to read it. */
  readonly said?: number
  /** Path, and when it changed. */
  readonly changed?: Readonly<Record<string, number>>
  readonly outside?: boolean
}

/** Says that it will write `late`, and is answered at 10. */
const job: Asked = { tool: 'write', args: { path: 'late' }, at: [0, 10] }
const unnamed: Asked = { ...job, args: { ms: 100 } }

describe('an answer is doubtful', () => {
  test.each<[string, readonly Asked[], number?]>([
    ['for which a file came late, while it was read', [job, read('late', [20, 200], { late: 110 })]],
    ['for which it came before it was asked', [job, read('late', [150, 160], { late: 110 })]],
    ['where the earlier call did not name it', [unnamed, read('late', [20, 200], { late: 110 })]],
    ['that names no place', [job, { tool: 'read', at: [20, 200], changed: { late: 110 } }]],
    ['that names the folder', [job, read('sub', [20, 200], { 'sub/late': 110 })]],
    [
      'where the file came while something else was read',
      [job, read('other', [20, 200], { late: 110 }), read('late', [210, 220])],
    ],
    [
      'where the earlier answer was read late, and the file came meanwhile',
      [{ ...job, at: [0, 200], said: 10, changed: { late: 110 } }, read('late', [210, 220])],
    ],
    [
      'for which it came, where something is written a moment later',
      [job, { tool: 'write', args: {}, at: [112, 120] }, read('late', [20, 111], { late: 110 })],
    ],
    [
      'where it came while something else was written',
      [
        job,
        { tool: 'write', args: { path: 'other' }, at: [20, 200], changed: { late: 110 } },
        read('late', [210, 220]),
      ],
    ],
    ['where the program waited, and hardly longer', [job, read('late', [150, 160, 110], { late: 110 })]],
    ['where the file came a moment after it', [job, read('late', [100, 105])], 110],
    [
      'of another server in the same world',
      [job, { ...read('late', [20, 200], { late: 110 }), server: 'same' }],
    ],
    [
      'of a log that it names',
      [
        { ...job, changed: { log: 5 } },
        read('other', [20, 30], { log: 25 }),
        read('log', [40, 50], { log: 45 }),
      ],
    ],
  ])('%s', (_, asked, lateAt) => {
    expect(doubtOf(asked, lateAt)).toContain('after its answer')
  })
})

describe('an answer is not doubtful', () => {
  test.each<[string, readonly Asked[], number?, number?]>([
    [
      'after a change that its call made at once',
      [{ ...job, changed: { late: 12 } }, read('late', [20, 30])],
    ],
    ['that is about something else', [job, read('other', [20, 200], { late: 110 })]],
    [
      'that is about another file, named from the root',
      [job, read('/home/data/other.md', [20, 200], { late: 110 })],
    ],
    ['where the program waited for longer', [job, read('late', [160, 170, 150], { late: 110 })]],
    ['where the file came long after it', [job, read('late', [20, 25])], 110],
    [
      'to a look that is taken again when it has surely come',
      [job, read('late', [20, 100]), read('late', [310, 320, 200])],
      110,
      2,
    ],
    ['where nothing was written before', [read('late', [20, 200], { late: 110 })]],
    [
      'where the call that was under way writes it',
      [job, { tool: 'write', args: { path: 'late' }, at: [20, 200], changed: { late: 110 } }],
    ],
    [
      'where it names no place, and the file was named before',
      [
        job,
        { tool: 'write', args: { id: 7 }, at: [20, 200], changed: { late: 110 } },
        read('late', [210, 220]),
      ],
    ],
    [
      'where it names the folder, and the file was named before',
      [
        job,
        { tool: 'write', args: { path: '/data' }, at: [20, 200], changed: { '.git/refs/late': 110 } },
        read('late', [210, 220]),
      ],
    ],
    [
      'where a call that may write has a store that nobody names',
      [unnamed, { tool: 'unsaid', at: [20, 200], changed: { store: 110 } }, { tool: 'read', at: [210, 220] }],
    ],
    [
      'where a log changes at each call',
      [
        { ...job, changed: { log: 5 } },
        { tool: 'read', at: [20, 30], changed: { log: 25 } },
      ],
    ],
    [
      'where reads change a counter',
      [
        read('a', [0, 5], { counter: 3 }),
        { ...job, at: [10, 15] },
        { tool: 'read', at: [20, 50], changed: { counter: 35 } },
      ],
    ],
    [
      'where a read leaves something beside what it names',
      [job, read('a.txt', [20, 50], { 'a.txt.seen': 40 }), read('a.txt.seen', [60, 70])],
    ],
    ['of another world', [job, { ...read('late', [20, 200], { late: 110 }), server: 'apart' }]],
    [
      'where it changed outside the folders of servers',
      [job, { ...read('late', [20, 200], { late: 110 }), outside: true }],
    ],
    ['where it changed when the servers were told to end', [job, read('late', [950, 990])], 1000],
  ])('%s', (_, asked, lateAt, n) => {
    expect(doubtOf(asked, lateAt, n)).toBeUndefined()
  })
})

test('what changed while nobody was called is the doing of none', () => {
  const asked = [job, read('other', [150, 160], { late: 110, seen: 155 })]
  const { answers, late, mayBeLate } = withoutLate(...logOf(asked), effects)

  expect(answers.get(2)?.changes.map(({ path }) => path)).toEqual(['seen'])
  expect(late.map(({ path }) => path)).toEqual(['late'])
  // It came in a call that is said to read, which may have done it as well.
  expect([...(mayBeLate ?? [])]).toEqual(['late', 'seen'])
})

function read(path: string, at: Asked['at'], changed: Asked['changed'] = {}): Asked {
  return { tool: 'read', args: { path }, at, changed }
}

/** Of the last call, or of the one of a number. `lateAt`: when `late` came, as was seen when the servers had ended. */
function doubtOf(asked: readonly Asked[], lateAt?: number, n = asked.length): string | undefined {
  const [made, log] = logOf(asked, lateAt)
  return lateDoubts(made, log, {
    effects,
    shareWorld: (one, other) => one !== 'apart' && other !== 'apart',
    waitedMs: (n) => asked[n - 1]?.at[2] ?? 0,
  })(n)
}

function logOf(asked: readonly Asked[], lateAt?: number) {
  const made = asked.map(({ tool, args, server = 's' }, i) => ({
    call: { n: i + 1, server, tool, ...(args === undefined ? {} : { arguments: args }) },
    before: { kind: 'all', upTo: i } as const,
  }))
  const answers = new Map<number, CopiedAnswer>(
    asked.map(({ at: [askedAtMs, answeredAtMs], said: saidAtMs, changed = {}, outside = false }, i) => [
      i + 1,
      {
        ...{
          networkAttempts: 0,
          earlierAttempts: 0,
          isFull: false,
          askedAtMs,
          saidAtMs,
          tookMs: answeredAtMs - askedAtMs,
        },
        changes: Object.entries(changed).map(([path, atMs]) => change(path, atMs, !outside)),
      },
    ]),
  )
  const late = lateAt === undefined ? [] : [change('late', lateAt, true)]
  return [made, { answers, late, endedAtMs: 1000 }] as const
}

function change(path: string, atMs: number, isInRoot: boolean): SeenChange {
  return { path, change: 'made', isInRoot, atMs }
}
