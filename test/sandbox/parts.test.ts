/** Parts of the runtime that cost most are made for programs that ask for them: nobody who may name them finds one missing. */
import { describe, expect } from 'vitest'
import { GLOBALS } from '../../src/sandbox/guest/globals.js'
import {
  BASE64_NAMES,
  BODY_NAMES,
  BUFFER_NAMES,
  PATTERN_NAMES,
  TIMER_NAMES,
} from '../../src/sandbox/guest/parts.js'
import { guestJob, sandboxTest as test } from './guest-job.js'

const PARTS = [TIMER_NAMES, BODY_NAMES, BASE64_NAMES, BUFFER_NAMES, PATTERN_NAMES]
const ALL = PARTS.flat()

test('their names are names that a program has', () => {
  expect(ALL.filter((name) => !GLOBALS.includes(name))).toEqual([])
})

describe('a program finds all of them', () => {
  test.for([
    ['by the global object', `return names.filter((name) => typeof globalThis[name] !== 'function')`],
    ['by its other name', `return names.filter((name) => typeof self[name] !== 'function')`],
    [
      'by letters written as numbers',
      `return names.slice(typeof \\u0042uffer.from === 'function' && typeof s\\u{65}tTimeout === 'function' ? names.length : 0)`,
    ],
  ] as const)('%s', async ([, code], { sandbox }) => {
    const run = await sandbox.run(guestJob(`const names = params; ${code}`, { params: ALL }))

    expect(run).toMatchObject({ ended: 'completed', result: [] })
  })

  // What the text names must not come from a name beside it.
  test('by a name alone, whichever it is', async ({ sandbox }) => {
    const kinds = []
    for (const name of PARTS.map((names) => names.at(-1)))
      kinds.push((await sandbox.run(guestJob(`return typeof ${name}`))).result)

    expect(kinds).toEqual(PARTS.map(() => 'function'))
  })

  test('in a guest in which a program ran before that did not ask for them', async ({ sandbox }) => {
    await using series = sandbox.openSeries?.()
    await series?.run(guestJob('return 1'))

    const run = await series?.run(guestJob(`return [typeof Buffer, await new Blob(['x']).text()]`))

    expect(run?.result).toEqual(['function', 'x'])
  })
})

test('nothing hands a program the global object that does not name it', async ({ sandbox }) => {
  const run = await sandbox.run(
    guestJob(`const seen = []
function look() { seen.push(typeof this?.Object) }
look(); [1].forEach(look); Promise.resolve().then(look); queueMicrotask(look)
JSON.stringify({ toJSON: look }); 'a'.replace('a', look); Reflect.apply(look, undefined, [])
new AbortController().signal.addEventListener('abort', look)
const ending = new AbortController(); ending.signal.addEventListener('abort', look); ending.signal.onabort = look; ending.abort()
const target = new EventTarget(); target.addEventListener('a', look); target.dispatchEvent(new Event('a'))
AbortSignal.timeout(5).addEventListener('abort', look)
setTimeout(look, 1); setImmediate(look)
await new Promise((done) => setTimeout(done, 50))
Error.prepareStackTrace = (_, frames) => { for (const each of frames) seen.push(typeof each.getThis()?.Object); return '' }
void new Error('x').stack
try { (0, Object.prototype.valueOf)() } catch { seen.push('undefined') }
return seen`),
  )

  expect((run.result as readonly string[]).length).toBeGreaterThan(13)
  expect(new Set(run.result as readonly string[])).toEqual(new Set(['undefined']))
})
