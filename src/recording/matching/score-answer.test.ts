import { expect, it } from 'vitest'
import type { JsonValue } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import { type AnswerScore, scoreAnswer } from './score-answer.js'

const result = (value: JsonValue): Outcome => ({
  kind: 'result',
  content: [{ type: 'text', text: JSON.stringify(value) }],
})
const text = (said: string): Outcome => ({ kind: 'result', content: [{ type: 'text', text: said }] })
const no: Outcome = { kind: 'tool-error', content: [{ type: 'text', text: 'no\u001b[2J such file' }] }
const broken: Outcome = { kind: 'rpc-error', code: -32602, message: 'no' }

it.each<[string, Outcome, Outcome, AnswerScore, readonly string[]]>([
  ['the same value in another order', result({ a: 1, b: [2] }), result({ b: [2], a: 1 }), 'same', []],
  ['another text', text('one'), text('two'), 'same-shape', []],
  ['another number', result({ a: 1 }), result({ a: 2 }), 'same-shape', []],
  ['a member more', result({ a: 1 }), result({ a: 1, b: 2 }), 'same-shape', []],
  ['more items, and fewer', result({ a: [1] }), result({ a: [2, 3] }), 'same-shape', []],
  ['an item in the form of another', result([{ a: 1 }, { b: 'x' }]), result([{ b: 'y' }]), 'same-shape', []],
  ['null where a text was', result({ a: 'x' }), result({ a: null }), 'same-shape', []],
  ['a member gone', result({ a: 1, b: 2 }), result({ a: 1 }), 'changed-shape', ['/b: is gone']],
  [
    'another type, deep down',
    result({ a: [{ id: 1 }] }),
    result({ a: [{ id: 1 }, { id: '2' }] }),
    'changed-shape',
    ['/a/1/id: was a number, is a string'],
  ],
  [
    'a list that was an object',
    result({}),
    result([]),
    'changed-shape',
    ['the value: was an object, is a list'],
  ],
  ['an error', text('x'), no, 'error', ['was a result, is an error of the tool: no\\x1b[2J such file']],
  [
    'a result that was an error',
    no,
    text('x'),
    'changed-shape',
    ['was an error of the tool, is a result: "x"'],
  ],
  ['another error', no, { ...no, content: [{ type: 'text', text: 'not there' }] }, 'same-shape', []],
  ['the same refusal in other words', broken, { ...broken, message: 'wrong' }, 'same', []],
  ['a refusal for another reason', broken, { ...broken, code: -32603 }, 'same-shape', []],
])('%s is scored', (_, recorded, now, score, differences) => {
  expect(scoreAnswer(recorded, now)).toEqual({ score, differences })
})
