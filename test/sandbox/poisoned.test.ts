/** Programs that redefine the language: what they do to themselves does not reach the bookkeeping of the run. */
import { expect } from 'vitest'
import type { GuestCall } from '../../src/sandbox/index.js'
import { guestJob, sandboxTest as test } from './guest-job.js'

test.for([
  ['JSON', 'JSON.stringify = () => "{}"; JSON.parse = () => 1'],
  [
    'Object',
    'Object.keys = () => []; Object.hasOwn = () => false; Object.getPrototypeOf = () => null; Object.defineProperty = Object.freeze = () => {}',
  ],
  [
    'the prototype of objects',
    'Object.defineProperty(Object.prototype, "type", { set() { throw 1 }, get() { throw 1 } }); Object.prototype.toJSON = () => "poison"; Object.prototype.above = 1',
  ],
  [
    'the prototype of arrays',
    'for (const k of ["push", "map", "forEach", "join", "slice"]) Array.prototype[k] = () => { throw 1 }; Object.defineProperty(Array.prototype, "0", { set() { throw 1 } })',
  ],
  [
    'Map, WeakMap and WeakSet',
    'for (const C of [Map, WeakMap, WeakSet, Set]) for (const k of ["get", "set", "has", "add", "delete", "forEach"]) C.prototype[k] = () => { throw 1 }',
  ],
  ['promises', 'Promise.prototype.then = Promise.prototype.catch = () => { throw 1 }'],
  [
    'strings and numbers',
    'for (const k of ["replaceAll", "slice", "indexOf", "toWellFormed", "isWellFormed"]) String.prototype[k] = () => { throw 1 }; Number.isFinite = () => false; globalThis.String = () => "poison"',
  ],
  [
    'functions',
    'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1 }',
  ],
  [
    'text encoding',
    'TextEncoder.prototype.encode = () => { throw 1 }; TextDecoder.prototype.decode = () => { throw 1 }; Uint8Array.prototype.subarray = () => { throw 1 }',
  ],
  [
    'errors',
    'Error.prepareStackTrace = () => { throw 1 }; Error.captureStackTrace = () => { throw 1 }; globalThis.Error = 1; globalThis.TypeError = 1',
  ],
  ['frozen errors', 'Object.freeze(Error); Object.freeze(Error.prototype)'],
  [
    'timers and turns',
    'globalThis.setImmediate = globalThis.setTimeout = globalThis.queueMicrotask = () => { throw 1 }',
  ],
  [
    'Math and Reflect',
    'Math.floor = () => { throw 1 }; Reflect.apply = Reflect.construct = Reflect.ownKeys = () => { throw 1 }',
  ],
  [
    'Proxy and Array.isArray',
    'globalThis.Proxy = 1; Array.isArray = () => true; globalThis.Map = 1; globalThis.Promise = 1',
  ],
] as const)('a run goes on as it should when the program redefines %s', async ([, poison], { sandbox }) => {
  const calls: GuestCall[] = []
  const program = `${poison}
const got = await mcp["s"].t({ list: [1, { a: "b/c" }], n: 1.5 })
console.log("got it")
let caught
try { await mcp.s.fail({ x: [null] }) } catch (error) { caught = error.message }
return { got, caught, list: [1, [2]] }`

  const run = await sandbox.run(
    guestJob(program, {
      answer: async (call) => {
        calls.push(call)
        return call.tool === 't'
          ? { kind: 'value', value: { a: [1] }, elapsedMs: 1 }
          : {
              kind: 'error',
              error: { tool: 's:fail', layer: 'tool', code: null, message: 'no', content: null },
              elapsedMs: 1,
            }
      },
    }),
  )

  expect(run, JSON.stringify(run)).toMatchObject({
    ended: 'completed',
    result: { got: { a: [1] }, caught: 'no', list: [1, [2]] },
    console: [{ level: 'log', text: 'got it' }],
  })
  expect(calls.map((call) => call.arguments)).toEqual([{ list: [1, { a: 'b/c' }], n: 1.5 }, { x: [null] }])
})

test('a program that breaks what lists are read with goes on as well', async ({ sandbox }) => {
  const run = await sandbox.run(
    guestJob('Array.prototype[Symbol.iterator] = function* () { throw 1 }; await mcp.s.t(); return 1'),
  )

  expect(run).toMatchObject({ ended: 'completed', result: 1 })
})
