import { describe, expect, it } from 'vitest'
import { type Deed, judge, whys } from './judge.js'

const TOKENS = { right: 'right-7', wrong: 'wrong-8' }
const ANSWERED: Deed = { end: { kind: 'exited', code: 0 }, stdout: 'hi right-7\n', stderr: '', left: [] }
const FAILED: Deed = { end: { kind: 'exited', code: 1 }, stdout: '', stderr: 'no answer in time\n', left: [] }
const DUMP = 'file.js:1\nthrow x\n\nError: x\n    at file.js:1:1\n\nNode.js v20.20.2\n'

describe('judge finds no fault', () => {
  it.each([
    ['an answer where there is one', 'answer', ANSWERED, 'answer'],
    ['an error where there is none', 'error', FAILED, 'error'],
    ['an answer where both are right', 'either', ANSWERED, 'answer'],
    ['an error where both are right', 'either', FAILED, 'error'],
    ['other words around the answer', 'answer', { ...ANSWERED, stdout: 'note\n> hi right-7 <\n' }, 'answer'],
    ['warnings beside the answer', 'answer', { ...ANSWERED, stderr: 'a line was no message' }, 'answer'],
    ['a wrong answer told as an error', 'error', { ...FAILED, stderr: 'the tool said "wrong-8"' }, 'error'],
    ['words about Node.js', 'error', { ...FAILED, stderr: 'is Node.js v20.1.0 installed?' }, 'error'],
  ] as const)('with %s', (_, right, deed, told) => {
    expect(judge(right, deed, TOKENS)).toEqual({ told, faults: [] })
  })
})

describe('judge finds', () => {
  it.each([
    ['hang', 'error', { ...FAILED, end: { kind: 'timed-out' } }],
    ['signal', 'error', { ...FAILED, end: { kind: 'signalled', signal: 'SIGSEGV' } }],
    ['crash', 'error', { ...FAILED, stderr: DUMP }],
    ['wrong-answer', 'error', { ...ANSWERED, stdout: 'wrong-8\n' }],
    ['wrong-answer', 'answer', { ...ANSWERED, stdout: 'wrong-8\nhi right-7\n' }],
    ['no-answer', 'answer', { ...ANSWERED, stdout: 'hi\n' }],
    ['no-answer', 'either', { ...ANSWERED, stdout: '' }],
    ['no-answer', 'answer', { ...ANSWERED, stdout: 'undefined right-7\n' }],
    ['no-error', 'error', { ...ANSWERED, stdout: '' }],
    ['no-error', 'error', ANSWERED],
    ['refused', 'answer', FAILED],
    ['speechless', 'error', { ...FAILED, stderr: ' \n' }],
    ['left-running', 'answer', { ...ANSWERED, left: [7] }],
    ['left-running', 'error', { ...FAILED, left: [7, 8] }],
  ] as const)('%s where %s was right', (fault, right, deed: Deed) => {
    const judgement = judge(right, deed, TOKENS)

    expect(judgement.faults).toEqual([fault])
    expect(whys(judgement, deed, 100)).toHaveLength(1)
  })
})

it('whys tells every fault in words', () => {
  const deed: Deed = { ...ANSWERED, stdout: 'wrong-8', left: [7, 8] }

  expect(whys(judge('error', deed, TOKENS), deed, 100)).toEqual([
    'it printed a wrong answer as if it were right',
    'it left 2 processes running',
  ])
})
