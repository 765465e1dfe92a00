/** The value of which nothing is known: whatever an honest program does with it, it does not throw. */
import { describe, expect } from 'vitest'
import type { GuestCall, GuestRun, Sandbox } from '../../src/sandbox/index.js'
import { verifies } from '../verifies.js'
import { guestJob, sharedGuestTest as test } from './guest-job.js'

verifies('rehearsal:unknown-usable')

describe('an unknown `u` gives', () => {
  test.for([
    ['unknowns at every depth', 'return [u.a.b[0]["c d"].e]', ['/0']],
    [
      'an unknown when it is called',
      'return [u(), u.trim(), u.a.toFixed(2), new u.Thing()]',
      ['/0', '/1', '/2', '/3'],
    ],
    ['an unknown when it is parsed', 'return [JSON.parse(u), JSON.parse(u.text).a.b]', ['/0', '/1']],
    ['itself when it is awaited', 'return [await u, await u.a, (await u) === u]', ['/0', '/1']],
    [
      'one unknown when it is iterated',
      'const all = []; for (const x of u.items) all.push(x); return all',
      ['/0'],
    ],
    [
      'one unknown when it is iterated with for await',
      'const all = []; for await (const x of u) all.push(x); return all',
      ['/0'],
    ],
    ['one unknown when it is spread into a list', 'return [...u]', ['/0']],
    ['an object that may hold anything when it is spread into one', 'return { ...u, a: 1 }', ['']],
    [
      'unknowns when it is destructured',
      'const { a, b: { c }, ...rest } = u; return [a, c, rest]',
      ['/0', '/1', '/2'],
    ],
    [
      'one turn of a counting loop',
      'const all = []; for (let i = 0; i < u.length; i++) all.push(u[i]); return all',
      ['/0'],
    ],
    ['one call of what map is given', 'return [...u.map((x) => [x])]', ['/0/0']],
    [
      'one call of what filter is given',
      'let n = 0; const r = u.filter(() => n++); return n === 1 ? [r] : null',
      ['/0'],
    ],
    [
      'one call of what find is given',
      'let n = 0; const r = u.find(() => n++); return n === 1 ? [r] : null',
      ['/0'],
    ],
    [
      'one call of what some and every are given',
      'let n = 0; const r = [u.some(() => n++), u.every(() => n++)]; return n === 2 ? r : null',
      ['/0', '/1'],
    ],
    ['one call of what flatMap is given', 'return [...u.flatMap((x) => [x.a, x.b])]', ['/0']],
    ['one call of what reduce is given', 'return [u.reduce((sum, x) => sum + x.size, 0)]', ['/0']],
    [
      'what a promise is folded into',
      'return [await u.reduce((p, x) => p.then(() => x), Promise.resolve())]',
      ['/0'],
    ],
    [
      'pairs from entries',
      'const all = []; for (const [i, x] of u.entries()) all.push(x.id); return all',
      ['/0'],
    ],
    ['what was set on it', 'u.a = 1; return [u.a === 1 ? u : null]', ['/0']],
    ['an unknown when it is sorted', 'return [...u.items.sort((a, b) => a.n - b.n)]', ['/0']],
    ['unknowns through Promise.all', 'return Promise.all(u.map(async (x) => x.id))', ['/0']],
  ] as const)('%s', async ([, program, unknownAt], { sandbox }) => {
    const run = await withUnknown(sandbox, program)

    expect(run, JSON.stringify(run)).toMatchObject({ ended: 'completed', resultUnknownAt: unknownAt })
  })

  test.for([
    [
      'its label in text',
      'return ["".concat(u), u + "!", String(u.a), [u].join(), u.toString()]',
      ['⟨unknown s:t⟩', '⟨unknown s:t⟩!', '⟨unknown s:t.a⟩', '⟨unknown s:t⟩', '⟨unknown s:t⟩'],
    ],
    ['its label in JSON text', 'return JSON.stringify({ u })', '{"u":"⟨unknown s:t⟩"}'],
    [
      'NaN where a number is needed',
      'return [Number.isNaN(+u), u > 5, u < 5, Number.isNaN(u * 2)]',
      [true, false, false, true],
    ],
    [
      'equality with itself alone',
      'return [u === u, u.a === u.a, u === u.a, u == "x", u.a === 1]',
      [true, true, false, false, false],
    ],
    ['true for `in` and for a condition', 'return ["x" in u, u ? 1 : 2, !u]', [true, 1, false]],
    ['function as its type', 'return [typeof u, Array.isArray(u)]', ['function', false]],
    ['no keys of its own', 'return [Object.keys(u), Object.entries(u)]', [[], []]],
    [
      'no harm from freezing, defining and deleting',
      'Object.defineProperty(u, "x", { value: 1 }); delete u.y; Object.freeze(u); return [u.x, typeof u.z]',
      [1, 'function'],
    ],
    [
      'no instance of anything but functions',
      'return [u instanceof Date, u instanceof Array]',
      [false, false],
    ],
  ] as const)('%s', async ([, program, result], { sandbox }) => {
    const run = await withUnknown(sandbox, program)

    expect(run).toMatchObject({ ended: 'completed', result, resultUnknownAt: [] })
  })

  test('its label on the console, at every depth', async ({ sandbox }) => {
    const run = await withUnknown(sandbox, 'console.log(u, "and", { a: u.b, list: [u] })')

    expect(run.console).toEqual([
      { level: 'log', text: '⟨unknown s:t⟩ and { a: ⟨unknown s:t.b⟩, list: [ ⟨unknown s:t⟩ ] }' },
    ])
  })
})

test('an unknown in arguments is null, and its pointers are told', async ({ sandbox }) => {
  const calls: GuestCall[] = []

  await withUnknown(
    sandbox,
    'await mcp.s.use({ id: u.id, list: [1, u], "a/b": { c: u }, n: 1 }); await mcp.s.use(u); await mcp.s.use({ ...u, n: 1 }); await mcp.s.use({ x: { ...u.a } })',
    calls,
  )

  expect(calls.slice(1).map(({ arguments: given, unknownAt }) => ({ given, unknownAt }))).toEqual([
    {
      given: { id: null, list: [1, null], 'a/b': { c: null }, n: 1 },
      unknownAt: ['/id', '/list/1', '/a~1b/c'],
    },
    { given: {}, unknownAt: [''] },
    { given: { n: 1 }, unknownAt: [''] },
    { given: { x: {} }, unknownAt: ['/x'] },
  ])
})

test('a known null is no unknown', async ({ sandbox }) => {
  const run = await sandbox.run(guestJob('return { u: await mcp.s.t() }'))

  expect(run).toMatchObject({ result: { u: null }, resultUnknownAt: [] })
})

function withUnknown(sandbox: Sandbox, program: string, calls: GuestCall[] = []): Promise<GuestRun> {
  return sandbox.run(
    guestJob(`const u = await mcp.s.t()\n${program}`, {
      answer: async (call) => {
        calls.push(call)
        return { kind: 'unknown', label: 's:t', elapsedMs: 0 }
      },
    }),
  )
}
