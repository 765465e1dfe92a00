import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { resolveValue, resolveWritten } from './resolve-value.js'
import type { TaskResult } from './workflow.js'

verifies('workflow:references')

const outputs = new Map<string, TaskResult>([
  [
    'a',
    { id: 'a', state: 'done', unknown: false, value: { list: [1, { x: 'deep' }], text: 'hi', none: null } },
  ],
  ['u', { id: 'u', state: 'done', unknown: true, value: null }],
  ['s', { id: 's', state: 'skipped', why: 'test' }],
])

test('a string that is nothing but a reference keeps the type of the value', () => {
  const template = { all: '$OUTPUT[a].list', one: ['$OUTPUT[a].list[0]'], none: '$OUTPUT[a].none' }

  expect(resolveValue(template, outputs)).toEqual({
    kind: 'resolved',
    value: { all: [1, { x: 'deep' }], one: [1], none: null },
    unknownAt: [],
  })
})

test('inside a longer string values stand as text, objects and lists as JSON', () => {
  const template = '$OUTPUT[a].text $OUTPUT[a].list $OUTPUT[a].none $$OUTPUT[a]'

  expect(resolveValue(template, outputs)).toMatchObject({ value: 'hi [1,{"x":"deep"}] null $OUTPUT[a]' })
})

test('what is read from an unknown value is unknown, and its place is named', () => {
  const template = {
    'a/b': ['$OUTPUT[u].x[0]', 'see $OUTPUT[u].x[0] and $OUTPUT[a].text'],
    fine: '$OUTPUT[a].text',
  }

  expect(resolveValue(template, outputs)).toEqual({
    kind: 'resolved',
    value: { 'a/b': [null, 'see ⟨unknown u.x[0]⟩ and hi'], fine: 'hi' },
    unknownAt: ['/a~1b/0', '/a~1b/1'],
  })
})

test.each([
  ['$OUTPUT[a].missing', '$OUTPUT[a].missing points nowhere: the result of the task has no member "missing"'],
  [
    '$OUTPUT[a].list[2]',
    '$OUTPUT[a].list[2] points nowhere: the value after 1 step is a list of 2, without an index 2',
  ],
  [
    '$OUTPUT[a].list.size',
    '$OUTPUT[a].list.size points nowhere: the value after 1 step is a list, which has no member "size"',
  ],
  ['$OUTPUT[a].length', '$OUTPUT[a].length points nowhere: the result of the task has no member "length"'],
  [
    '$OUTPUT[a].list.length.x',
    '$OUTPUT[a].list.length.x points nowhere: the value after 2 steps is a number',
  ],
  [
    '$OUTPUT[a].list[0].length',
    '$OUTPUT[a].list[0].length points nowhere: the value after 2 steps is a number',
  ],
  [
    '$OUTPUT[a][0]',
    '$OUTPUT[a][0] points nowhere: the result of the task is an object, which has no index 0',
  ],
  ['$OUTPUT[a].text[0]', '$OUTPUT[a].text[0] points nowhere: the value after 1 step is a string'],
  ['$OUTPUT[a].none.x', '$OUTPUT[a].none.x points nowhere: the value after 1 step is null'],
  [
    '$OUTPUT[a].constructor',
    '$OUTPUT[a].constructor points nowhere: the result of the task has no member "constructor"',
  ],
  [
    '$OUTPUT[a].__proto__',
    '$OUTPUT[a].__proto__ points nowhere: the result of the task has no member "__proto__"',
  ],
  ['$OUTPUT[a].list[1].x.y', '$OUTPUT[a].list[1].x.y points nowhere: the value after 3 steps is a string'],
  ['$OUTPUT[s].x', '$OUTPUT[s].x points to a task without a result'],
])('%s fails with the reason', (template, why) => {
  expect(resolveValue({ deep: [template] }, outputs)).toEqual({ kind: 'failed', why })
})

test('lists and texts have a length, and an object has its own', () => {
  const own = new Map<string, TaskResult>([
    ...outputs,
    ['o', { id: 'o', state: 'done', unknown: false, value: { length: 'own', list: { length: 9 } } }],
    ['t', { id: 't', state: 'done', unknown: false, value: 'naïve 😀' }],
  ])
  const template = {
    list: '$OUTPUT[a].list.length',
    quoted: '$OUTPUT[a]["list"]["length"]',
    text: '$OUTPUT[a].text.length',
    whole: '$OUTPUT[t].length',
    own: ['$OUTPUT[o].length', '$OUTPUT[o].list.length'],
    inside: 'all $OUTPUT[a].list.length of them',
    unknown: ['$OUTPUT[u].length', 'all $OUTPUT[u].list.length of them'],
  }

  expect(resolveValue(template, own)).toEqual({
    kind: 'resolved',
    value: {
      list: 2,
      quoted: 2,
      text: 2,
      whole: 'naïve 😀'.length,
      own: ['own', 9],
      inside: 'all 2 of them',
      unknown: [null, 'all ⟨unknown u.list.length⟩ of them'],
    },
    unknownAt: ['/unknown/0', '/unknown/1'],
  })
})

test('what is written is known but for what holds a reference', () => {
  const template = {
    known: ['$$OUTPUT[a].x', 'plain', 7],
    hangs: '$OUTPUT[a]',
    partly: '$$OUTPUT[ $OUTPUT[a]',
  }

  expect(resolveWritten(template)).toEqual({
    kind: 'resolved',
    value: {
      known: ['$OUTPUT[a].x', 'plain', 7],
      hangs: null,
      partly: '$OUTPUT[ ⟨unknown a⟩',
    },
    unknownAt: ['/hangs', '/partly'],
  })
})

test('a text that references blow up is refused', () => {
  const long = new Map<string, TaskResult>([
    ['a', { id: 'a', state: 'done', unknown: false, value: 'x'.repeat(1024 * 1024) }],
  ])

  expect(resolveValue('$OUTPUT[a]'.repeat(1_000), long)).toEqual({
    kind: 'failed',
    why: 'a text with references grows beyond 16777216 characters',
  })
})

test('__proto__ in arguments stays an own member', () => {
  const resolution = resolveValue(JSON.parse('{"__proto__": "$OUTPUT[a].text"}'), outputs)

  expect(resolution.kind === 'resolved' && Object.entries(Object(resolution.value))).toEqual([
    ['__proto__', 'hi'],
  ])
})
