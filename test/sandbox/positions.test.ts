/** Lines and columns are those of the user's file. */
import { describe, expect } from 'vitest'
import type { CallSite } from '../../src/call/index.js'
import { guestJob, sharedGuestTest as test } from './guest-job.js'

/** Each program marks the expected place with «. */
describe('a call stands where its tool is named', () => {
  test.for([
    ['on the first line', 'await mcp.fs.«read()'],
    ['at the very start', 'mcp.fs.«read()'],
    ['on a later line', '\n\n   await mcp.fs.«read({ path: "a" })'],
    ['by brackets', 'await mcp["fs"][«"read"]({})'],
    ['by brackets with spaces', '\nawait mcp.fs[  «"read"  ]  ({})'],
    ['over several lines', 'await mcp\n  .fs\n  .«read()'],
    ['in a function', 'async function f() {\n  return mcp.fs.«read()\n}\nawait f()'],
    ['in a callback of map', 'await Promise.all([1].map((x) => mcp.fs.«read({ x })))'],
    ['after an await', 'await null\nawait mcp.fs.«read()'],
    ['as an alias', 'const { read } = mcp.fs\nawait «read()'],
    ['with characters outside the basic plane before it', 'const a = "😀"; await mcp.fs.«read()'],
    ['after a timer', 'await new Promise((r) => setTimeout(r, 5))\nawait mcp.fs.«read()'],
  ] as const)('%s', async ([, marked], { sandbox }) => {
    const sites: (CallSite | undefined)[] = []

    await sandbox.run(
      guestJob(marked.replace('«', ''), {
        answer: async ({ site }) => {
          sites.push(site)
          return { kind: 'value', value: null, elapsedMs: 0 }
        },
      }),
    )

    expect(sites).toEqual([placeOfMark(marked)])
  })
})

describe('an error stands where it was made', () => {
  test.for([
    ['on the first line', 'throw «new Error("x")'],
    ['in a function', 'function f() {\n  throw «new Error("x")\n}\nf()'],
    ['of the engine', 'const o = null\nreturn o.«x'],
    ['after an await', 'await mcp.s.t()\n  throw «new Error("x")'],
    ['of a call with bad arguments', 'await null\nawait mcp.s.«t(1)'],
    ['in a promise that nobody waits for', 'Promise.reject(«new Error("x"))\nawait mcp.s.t()'],
  ] as const)('%s', async ([, marked], { sandbox }) => {
    const run = await sandbox.run(guestJob(marked.replace('«', '')))

    expect(run.error?.site).toEqual(placeOfMark(marked))
  })
})

test("a stack names the user's file alone", async ({ sandbox }) => {
  const run = await sandbox.run(
    guestJob('const f = () => new Error("x").stack\nfunction g() { return f() }\nreturn g()', {
      fileName: 'my plan.ts',
    }),
  )

  expect(run.result).toBe(
    'Error: x\n    at f (my plan.ts:1:17)\n    at g (my plan.ts:2:23)\n    at my plan.ts:3:8',
  )
})

test.for([
  ['text', 'throw "just text"', { name: 'Error', message: 'just text' }],
  ['an object', 'throw { a: 1 }', { name: 'Error', message: '{ a: 1 }' }],
  ['nothing', 'throw undefined', { name: 'Error', message: 'undefined' }],
  [
    'an error that hides',
    'throw Object.defineProperties(new Error("x"), { name: { get() { throw 1 } }, message: { get() { throw 1 } }, stack: { get() { throw 1 } } })',
    { name: 'Error', message: '' },
  ],
  ['a proxy', 'throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 } })', { name: 'Error' }],
  ['code that does not parse', 'const const', { name: 'SyntaxError' }],
  [
    'code that closes the function around it',
    '}); console.log("out"); (async () => {',
    { name: 'SyntaxError' },
  ],
] as const)('%s can be thrown, and is told', async ([, program, error], { sandbox }) => {
  const run = await sandbox.run(guestJob(program))

  expect(run).toMatchObject({ ended: 'threw', error, console: [] })
})

function placeOfMark(marked: string): CallSite {
  const lines = marked.slice(0, marked.indexOf('«')).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
