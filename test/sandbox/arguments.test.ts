/** What a program may send, and how what it may not send is refused. */
import { describe, expect } from 'vitest'
import type { GuestCall } from '../../src/sandbox/index.js'
import { guestJob, sharedGuestTest as test } from './guest-job.js'

describe('an argument that JSON cannot hold is refused with its path', () => {
  test.for([
    ['NaN', '{ a: [NaN] }', 'its argument at /a/0 is NaN, which JSON cannot hold'],
    ['Infinity', '{ "a/b~c": -Infinity }', 'its argument at /a~1b~0c is -Infinity, which JSON cannot hold'],
    ['a BigInt', '{ a: 1n }', 'its argument at /a is a bigint, which JSON cannot hold'],
    ['a symbol', '{ a: Symbol() }', 'its argument at /a is a symbol, which JSON cannot hold'],
    ['a function', '{ a() {} }', 'its argument at /a is a function, which JSON cannot hold'],
    [
      'a Date',
      '{ when: new Date() }',
      'its argument at /when is an instance of Date, which JSON cannot hold',
    ],
    ['a Map', '{ a: new Map() }', 'its argument at /a is an instance of Map, which JSON cannot hold'],
    [
      'a class instance',
      '{ a: new (class Point {})() }',
      'its argument at /a is an instance of Point, which JSON cannot hold',
    ],
    [
      'half a character',
      '{ a: "\\ud800" }',
      'its argument at /a is text with half a character in it, which JSON cannot hold',
    ],
    [
      'a cycle',
      '(() => { const o = { a: {} }; o.a.b = o; return o })()',
      'its argument at /a/b contains itself',
    ],
    [
      'a promise',
      '{ a: mcp.s.other() }',
      'its argument at /a is an instance of Promise, which JSON cannot hold',
    ],
    ['two arguments', '{}, {}', 'it takes one object, not 2 arguments'],
    ['undefined and an object', 'undefined, {}', 'it takes one object, not 2 arguments'],
    [
      'a function beside undefined',
      '{ a: undefined, b: [undefined, () => 1] }',
      'its argument at /b/1 is a function, which JSON cannot hold',
    ],
    ['text', '"path"', 'its argument is a string, not an object'],
    ['a list', '[1]', 'its argument is an array, not an object'],
    ['null', 'null', 'its argument is null, not an object'],
  ] as const)('when it is %s', async ([, argument, why], { sandbox }) => {
    const run = await sandbox.run(guestJob(`await mcp.s.t(${argument})`))

    expect(run.error).toMatchObject({
      name: 'TypeError',
      message: `Cannot call s:t: ${why}`,
      site: { line: 1 },
    })
  })
})

describe('an argument that JSON can hold arrives as it was when the call was made', () => {
  test.for([
    ['nothing', '', undefined],
    ['undefined', 'undefined', undefined],
    ['an object and undefined', '{ a: 1 }, undefined', { a: 1 }],
    ['a member that is undefined', '{ a: undefined, b: { c: undefined }, d: 1 }', { b: {}, d: 1 }],
    ['a getter of undefined', '{ get a() { return undefined } }', {}],
    ['undefined in a list', '{ a: [1, undefined, [undefined]] }', { a: [1, null, [null]] }],
    ['a hole in a list', '{ a: [1, , 3] }', { a: [1, null, 3] }],
    ['an empty object', '{}', {}],
    [
      'every kind of value',
      '{ a: [null, true, 1.5, -0, "é\\n\\u2028"], b: { c: {} } }',
      { a: [null, true, 1.5, 0, 'é\n\u2028'], b: { c: {} } },
    ],
    ['an object without a prototype', 'Object.assign(Object.create(null), { a: 1 })', { a: 1 }],
    [
      'one object twice',
      '(() => { const o = { x: 1 }; return { a: o, b: [o] } })()',
      { a: { x: 1 }, b: [{ x: 1 }] },
    ],
    ['a getter', '{ get a() { return 1 } }', { a: 1 }],
    [
      'a key that looks like a prototype',
      'JSON.parse(\'{"__proto__":{"x":1}}\')',
      JSON.parse('{"__proto__":{"x":1}}'),
    ],
    [
      '64 levels',
      `${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`,
      JSON.parse(`${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`),
    ],
  ] as const)('when it is %s', async ([, argument, expected], { sandbox }) => {
    const calls: GuestCall[] = []

    const run = await sandbox.run(
      guestJob(`await mcp.s.t(${argument})`, {
        answer: async (call) => {
          calls.push(call)
          return { kind: 'value', value: null, elapsedMs: 0 }
        },
      }),
    )

    expect(run.ended).toBe('completed')
    expect(calls.map((call) => call.arguments)).toEqual([expected])
  })

  test('also when the program changes it afterwards', async ({ sandbox }) => {
    const calls: GuestCall[] = []

    await sandbox.run(
      guestJob('const a = { list: [1] }; const call = mcp.s.t(a); a.list.push(2); await call', {
        answer: async (call) => {
          calls.push(call)
          return { kind: 'value', value: null, elapsedMs: 0 }
        },
      }),
    )

    expect(calls[0]?.arguments).toEqual({ list: [1] })
  })
})

describe('a result is written as JSON.stringify writes it', () => {
  test.for([
    ['nothing', '', null],
    ['undefined', 'return undefined', null],
    [
      'members that JSON cannot hold',
      'return { a: undefined, b() {}, c: Symbol(), d: [undefined, NaN], e: new Date(0) }',
      { d: [null, null], e: '1970-01-01T00:00:00.000Z' },
    ],
    [
      'instances',
      'return [new Map([[1, 2]]), new URL("http://a.test/"), new (class { x = 1 })()]',
      [{}, 'http://a.test/', { x: 1 }],
    ],
    ['half a character', 'return "\\ud800"', '\ufffd'],
  ] as const)('when it is %s', async ([, program, result], { sandbox }) => {
    const run = await sandbox.run(guestJob(program))

    expect(run).toMatchObject({ ended: 'completed', result })
  })

  test.for([
    ['a BigInt', 'return { a: [1n] }', 'Cannot return a BigInt at /a/0'],
    ['a cycle', 'const o = {}; o.o = o; return o', 'Cannot return a value that contains itself at /o'],
  ] as const)('but %s is an error', async ([, program, message], { sandbox }) => {
    const run = await sandbox.run(guestJob(program))

    expect(run.error).toMatchObject({ name: 'TypeError', message })
  })
})
