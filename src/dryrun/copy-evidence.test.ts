import { describe, expect, test } from 'vitest'
import type { Outcome } from '../call/index.js'
import type { CopiedAnswer, CopiedServerFacts } from './copies.js'
import { whyNoEvidence } from './copy-evidence.js'

const FACTS: CopiedServerFacts = {
  partly: [],
  isRoot: false,
  closed: [],
  keepsMemory: false,
  isNetworkIgnored: false,
  triedAtStart: false,
}
const ANSWER: CopiedAnswer = {
  outcome: said('done'),
  networkAttempts: 0,
  earlierAttempts: 0,
  tookMs: 3,
  isFull: false,
  changes: [],
}
const PARTLY = { partly: [{ root: '/data', why: 'it is too large' }] }

type Case = [what: string, answer: Partial<CopiedAnswer>, facts?: Partial<CopiedServerFacts>, how?: 'reads']

describe('an answer from a copy is evidence:', () => {
  test.each<Case>([
    ['a result', {}],
    ['an error of a call that may write, in a folder that was copied whole', { outcome: failed('no') }],
    ['an error of a read in one that was not', { outcome: failed('no') }, PARTLY, 'reads'],
    ['a write in one that was not', {}, PARTLY],
    ['what was denied to a user', { outcome: failed('EACCES: permission denied') }],
    [
      'an answer while the network was tried, which is ignored',
      { networkAttempts: 2, earlierAttempts: 1 },
      { isNetworkIgnored: true },
    ],
    [
      'an error of a server that tried it when it started',
      { outcome: failed('ENOENT: no such file') },
      { triedAtStart: true },
    ],
    [
      'a long text with the words of an error in it',
      { outcome: said(`${'x'.repeat(300)} connection refused`) },
      {},
      'reads',
    ],
    ['a text about sockets', { outcome: said('how to connect a socket') }],
    ['a read when the copy is full', { isFull: true }, {}, 'reads'],
  ])('%s', (_, answer, facts = {}, how) => {
    expect(
      whyNoEvidence({ ...ANSWER, ...answer }, { ...FACTS, ...facts }, { mayWrite: how !== 'reads' }),
    ).toBeUndefined()
  })
})

describe('an answer from a copy is none:', () => {
  test.each<Case>([
    ['no answer', { outcome: undefined as never, broke: 'it ended' }],
    ['of a server whose memory is elsewhere', {}, { keepsMemory: true }],
    ['while the network was tried', { networkAttempts: 1 }, {}, 'reads'],
    ['of a server that tried it in an earlier call, or since', { earlierAttempts: 1 }, {}, 'reads'],
    ['a folder that only in a copy cannot be renamed', { outcome: failed('EXDEV: cross-device link') }],
    ['the same, told as a success', { outcome: said('Error: EXDEV: cross-device link') }],
    [
      'the same, told as a success by what is said to read',
      { outcome: said('Error: connection refused') },
      {},
      'reads',
    ],
    ['an error of a call that may write, where not all was copied', { outcome: failed('no') }, PARTLY],
    ['what was denied to root', { outcome: failed('EACCES: permission denied') }, { isRoot: true }],
    ['a call that may write when the copy is full', { isFull: true }],
    ['an error when the copy is full', { outcome: failed('no'), isFull: true }],
    [
      'an error that speaks of a socket',
      { outcome: failed('connect ENOENT /run/postgresql/.s.PGSQL.5432') },
      {},
      'reads',
    ],
    [
      'an error that speaks of a bus',
      { outcome: failed('Failed to connect to bus: No such file or directory') },
      {},
      'reads',
    ],
    [
      'an error that speaks of a device',
      { outcome: failed('ENOENT: no such file, open /dev/ttyUSB0') },
      {},
      'reads',
    ],
    ['an error that speaks of a process', { outcome: failed('kill ESRCH') }],
    [
      'an error of an owner that the copy does not know',
      { outcome: failed('EINVAL: invalid argument, chown /a') },
    ],
    [
      'an error about being logged in, of a server that tried the network when it started',
      { outcome: failed('Not logged in') },
      { triedAtStart: true },
    ],
  ])('%s', (_, answer, facts = {}, how) => {
    expect(
      whyNoEvidence({ ...ANSWER, ...answer }, { ...FACTS, ...facts }, { mayWrite: how !== 'reads' }),
    ).toBeTypeOf('string')
  })
})

test('an answer from a copy is none where it may pass over what is closed in the copy alone', () => {
  expect(whyNoEvidence(ANSWER, FACTS, { mayWrite: false, closed: '/data/sub' })).toContain('/data/sub')
})

function said(text: string): Outcome {
  return { kind: 'result', content: [{ type: 'text', text }] }
}

function failed(text: string): Outcome {
  return { kind: 'tool-error', content: [{ type: 'text', text }] }
}
