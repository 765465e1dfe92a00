/** Time inside a run: it starts where the job says, passes only when the program is idle, and never waits. */
import { describe, expect } from 'vitest'
import type { GuestCall, GuestReply } from '../../src/sandbox/index.js'
import { verifies } from '../verifies.js'
import { guestJob, sharedGuestTest as test } from './guest-job.js'

verifies('sandbox:virtual-time')

const NOON = Date.UTC(2030, 0, 2, 12)

describe('the clocks of a program', () => {
  test.for([
    [
      'Date starts at the given time',
      'return [Date.now(), new Date().toISOString(), new Date(0).getTime(), typeof Date(), Date.UTC(1970, 0), new Date() instanceof Date, new Date().constructor === Date]',
      [NOON, '2030-01-02T12:00:00.000Z', 0, 'string', 0, true, true],
    ],
    ['the time zone is UTC', 'return [new Date().getTimezoneOffset(), new Date().getHours()]', [0, 12]],
    [
      'performance has counted since the process started, and agrees with Date',
      'const up = performance.now(); return [up > 10 && up < 100, Math.abs(performance.timeOrigin + up - Date.now()) < 1]',
      [true, true],
    ],
    [
      'clocks have fractions, and looking at them takes time',
      'const a = performance.now(), b = performance.now(); return [a % 1 === 0, b > a, b - a < 0.1]',
      [false, true, true],
    ],
    [
      'a loop that waits for the clock ends',
      'const start = Date.now(); while (Date.now() - start < 250) {} return Date.now() - start',
      250,
    ],
    [
      'a thread that sleeps lets time pass',
      'const start = Date.now(); const got = Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000); return [got, Date.now() - start]',
      ['timed-out', 5000],
    ],
    [
      'Temporal agrees',
      'return typeof Temporal === "undefined" ? "2030-01-02" : String(Temporal.Now.plainDateISO())',
      '2030-01-02',
    ],
    [
      'formatting without a date means now',
      'return new Intl.DateTimeFormat("en", { year: "numeric" }).format()',
      '2030',
    ],
    [
      'timers let time pass without waiting',
      'await new Promise((r) => setTimeout(r, 3_600_000)); return [Date.now(), Math.floor(performance.now() / 1000)]',
      [NOON + 3_600_000, 3_600],
    ],
    [
      'immediates that follow each other reach a timer',
      'let n = 0, over = false; setTimeout(() => { over = true }, 20); while (!over) { await new Promise((r) => setImmediate(r)); n++ } return [n > 100, Date.now()]',
      [true, NOON + 20],
    ],
    [
      'work of the engine that follows each other reaches a timer',
      'let over = false; setTimeout(() => { over = true }, 1); while (!over) await crypto.subtle.digest("SHA-1", new Uint8Array(1)); return Date.now()',
      NOON + 1,
    ],
    [
      'AbortSignal.timeout expires on it',
      'const start = Date.now(); const s = AbortSignal.timeout(5000); await new Promise((r) => s.addEventListener("abort", r)); return [Date.now() - start, s.reason.name]',
      [5000, 'TimeoutError'],
    ],
    [
      'intervals repeat until they are cleared',
      'const start = Date.now(); const at = []; await new Promise((r) => { const i = setInterval(() => { at.push(Date.now() - start); if (at.length === 3) { clearInterval(i); r() } }, 10) }); return at',
      [10, 20, 30],
    ],
    [
      'timers fire by time and then by order',
      'const seen = []; const at = (name, ms) => setTimeout(() => seen.push(name), ms); at("c", 20); at("a", 10); at("b", 10); setImmediate(() => seen.push("now")); Promise.resolve().then(() => seen.push("micro")); await new Promise((r) => setTimeout(r, 30)); return seen',
      ['micro', 'now', 'a', 'b', 'c'],
    ],
    [
      'a cleared timer never fires',
      'let n = 0; clearTimeout(setTimeout(() => n++, 5)); const t = setTimeout(() => n++, 5); clearTimeout(+t); await new Promise((r) => setTimeout(r, 10)); return n',
      0,
    ],
    [
      'timers pass their arguments',
      'return new Promise((r) => setTimeout((a, b) => r([a, b]), 1, 2, 3))',
      [2, 3],
    ],
    [
      'slow real work is waited for before a timer fires',
      'const timeout = new Promise((r) => setTimeout(r, 1000, "late")); const work = crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]).then((key) => crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(8), iterations: 20_000 }, key, 256)).then(() => "work"); return Promise.race([timeout, work])',
      'work',
    ],
  ] as const)('%s', async ([, program, result], { sandbox }) => {
    const run = await sandbox.run(guestJob(program, { world: { kind: 'virtual', seed: 1, startMs: NOON } }))

    expect(run, run.why).toMatchObject({ ended: 'completed', result })
  })
})

describe('calls take the time that their replies say', () => {
  test.for([
    [
      'one after another',
      'const start = Date.now(); await mcp.s.ms30(); await mcp.s.ms20(); return Date.now() - start',
      50,
    ],
    [
      'side by side',
      'const start = Date.now(); await Promise.all([mcp.s.ms30(), mcp.s.ms20()]); return Date.now() - start',
      30,
    ],
    ['the faster call wins a race', 'return Promise.race([mcp.s.ms30(), mcp.s.ms20()])', 'ms20'],
    [
      'equal calls come back in the order they were made',
      'const seen = []; await Promise.all(["ms5", "ms5b"].map((t) => mcp.s[t]().then((v) => seen.push(v)))); return seen',
      ['ms5', 'ms5b'],
    ],
    [
      'a timer beats a slower call',
      'return Promise.race([mcp.s.ms30(), new Promise((r) => setTimeout(r, 10, "timer"))])',
      'timer',
    ],
    [
      'a call beats a slower timer',
      'return Promise.race([mcp.s.ms30(), new Promise((r) => setTimeout(r, 31, "timer"))])',
      'ms30',
    ],
  ] as const)('%s', async ([, program, result], { sandbox }) => {
    const run = await sandbox.run(guestJob(program, { answer: answerSlowestFirst() }))

    expect(run).toMatchObject({ ended: 'completed', result })
  })
})

describe('a program is over', () => {
  test.for([
    [
      'when what it did not wait for is done too',
      'const main = async () => { await mcp.s.a(); await mcp.s.b(); console.log("end") }\nmain()',
      'completed',
      ['end'],
    ],
    ['when its last timer has fired', 'setTimeout(() => console.log("later"), 1000)', 'completed', ['later']],
    [
      'though an interval would go on',
      'setInterval(() => console.log("tick"), 1000); setTimeout(() => {}, 2500)',
      'completed',
      ['tick', 'tick'],
    ],
    [
      'though a timer that does not count would go on',
      'setTimeout(() => console.log("never"), 1000).unref()',
      'completed',
      [],
    ],
    [
      'when nobody catches a rejection',
      'Promise.reject(new Error("lost")); await mcp.s.a(); console.log("never")',
      'threw',
      [],
    ],
    [
      'when a timer throws',
      'setTimeout(() => { throw new Error("lost") }); await new Promise(() => {})',
      'threw',
      [],
    ],
    [
      'when a microtask throws',
      'queueMicrotask(() => { throw new Error("lost") }); await new Promise((r) => setTimeout(r, 5)); console.log("never")',
      'threw',
      [],
    ],
    ['when it waits for nothing', 'await new Promise(() => {})', 'threw', []],
  ] as const)('%s', async ([, program, ended, lines], { sandbox }) => {
    const run = await sandbox.run(guestJob(program))

    expect(run.ended, run.why).toBe(ended)
    expect(run.console.map(({ text }) => text)).toEqual(lines)
  })
})

test('one seed gives one sequence, of numbers and of identifiers', async ({ sandbox }) => {
  const program =
    'return [Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(4))]]'

  const runs = await Promise.all(
    [1, 1, 2].map((seed) => sandbox.run(guestJob(program, { world: { kind: 'virtual', seed, startMs: 0 } }))),
  )
  const [first, second, third] = runs.map(({ result }) => result)

  expect(first).toEqual([
    expect.any(Number),
    expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    expect.any(Array),
  ])
  expect(second).toEqual(first)
  expect(third).not.toEqual(first)
})

/** Answers `msN` with its name after N virtual milliseconds; in real time the last call of a batch is answered first. */
function answerSlowestFirst(): (call: GuestCall) => Promise<GuestReply> {
  const waiting: (() => void)[] = []
  return (call) =>
    new Promise((resolve) => {
      const elapsedMs = Number(/\d+/.exec(call.tool)?.[0] ?? 0)
      waiting.unshift(() => resolve({ kind: 'value', value: call.tool, elapsedMs }))
      setImmediate(() => {
        for (const answer of waiting.splice(0)) answer()
      })
    })
}
