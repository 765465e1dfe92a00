/**
 * Programs that do not end, or take all they can get. Each must end with the right reason, soon; its process must be gone when
 * the run resolves; and a program beside it must not notice.
 */
import { describe, expect } from 'vitest'
import type { Budgets, Ended } from '../../src/sandbox/index.js'
import { verifies } from '../verifies.js'
import { guestJob, sandboxTest as test } from './guest-job.js'

verifies('sandbox:bombs-survived')

interface Bomb {
  readonly name: string
  readonly program: string
  /** The ends that are right: more than one where the kernel decides who is first. */
  readonly ended: readonly Ended[]
  readonly budgets?: Partial<Budgets>
}

const SHORT = { wallMs: 100 }
/** So long that on no machine the time is over first. */
const LONG = { wallMs: 120_000 }
const ONE_SECOND_OF_CPU = { cpuSeconds: 1, ...LONG }
const LITTLE_MEMORY = { residentBytes: 200 * 1024 * 1024, ...LONG }

const TIME: Bomb[] = [
  { name: 'an endless loop', program: 'for (;;) {}', ended: ['cpu_limit'], budgets: ONE_SECOND_OF_CPU },
  {
    name: 'an endless loop in a timer',
    program: 'setTimeout(() => { for (;;) {} }); await new Promise(() => {})',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'an endless chain of promises',
    program: 'const again = () => Promise.resolve().then(again); await again()',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  { name: 'an endless await', program: 'for (;;) await null', ended: ['timed_out'], budgets: SHORT },
  {
    name: 'queueMicrotask for ever',
    program: 'const again = () => queueMicrotask(again); again(); await new Promise(() => {})',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'an interval while the body waits for ever',
    program: 'setInterval(() => {}, 1); await new Promise(() => {})',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'a timer that starts itself again after the body has returned',
    program: 'const again = () => setTimeout(again, 1000); again()',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'setImmediate for ever',
    program: 'const again = () => setImmediate(again); again(); await new Promise(() => {})',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'a message channel that answers itself',
    program:
      'const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(0); port2.onmessage = () => port1.postMessage(0); port1.postMessage(0); await new Promise(() => {})',
    ended: ['timed_out', 'threw'],
    budgets: SHORT,
  },
  {
    name: 'Atomics.wait',
    program: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'a regular expression that backtracks',
    program: 'return /^(a+)+$/.test("a".repeat(60) + "b")',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'a power of a power',
    program: 'return String(3n ** (2n ** 26n)).length',
    ended: ['timed_out', 'out_of_memory', 'threw', 'crashed'],
    budgets: SHORT,
  },
  {
    name: 'a sort that never decides',
    program: 'for (;;) Array.from({ length: 1e5 }, Math.random).sort(() => Math.random() - 0.5)',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'a getter that never returns, in an argument',
    program: 'await mcp.s.t({ get x() { for (;;) {} } })',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'a toJSON that never returns, in the result',
    program: 'return new (class { toJSON() { for (;;) {} } })()',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'an error whose message never comes',
    program: 'throw Object.defineProperty(new Error(), "message", { get() { for (;;) {} } })',
    ended: ['timed_out'],
    budgets: SHORT,
  },
  {
    name: 'a loop over an unknown that never ends',
    program: 'let page = await mcp.s.t(); while (page) page = page.next',
    ended: ['timed_out', 'out_of_memory', 'crashed'],
    budgets: SHORT,
  },
]

const MEMORY: Bomb[] = [
  {
    name: 'a heap that grows',
    program: 'const all = []; for (;;) all.push({ a: [1, 2, 3] })',
    ended: ['out_of_memory'],
    budgets: LONG,
  },
  {
    name: 'buffers that are written to',
    program: 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))',
    ended: ['out_of_memory', 'threw', 'crashed'],
    budgets: LITTLE_MEMORY,
  },
  {
    name: 'strings that double',
    program:
      'let s = "x".repeat(1000); const all = []; for (;;) { s = s + s.slice(1); all.push(s.replaceAll("x", "y")) }',
    ended: ['out_of_memory', 'threw', 'crashed'],
    budgets: LITTLE_MEMORY,
  },
  {
    name: 'WebAssembly memory',
    program:
      'const all = []; for (;;) { const m = new WebAssembly.Memory({ initial: 200 }); new Uint8Array(m.buffer).fill(1); all.push(m) }',
    ended: ['out_of_memory', 'threw', 'crashed'],
    budgets: LITTLE_MEMORY,
  },
  {
    name: 'an array as long as can be',
    program: 'return new Array(2 ** 32 - 1).fill(0).length',
    ended: ['out_of_memory', 'threw', 'timed_out', 'crashed'],
    budgets: SHORT,
  },
  {
    name: 'one buffer larger than the machine gives',
    program: 'return new ArrayBuffer(2 ** 40)',
    ended: ['threw'],
  },
  { name: 'a recursion without end', program: 'const f = () => f() + 1; return f()', ended: ['threw'] },
  {
    name: '200 workers',
    program: 'for (let i = 0; i < 200; i++) new Worker("data:text/javascript,for(;;){}", { type: "module" })',
    ended: ['threw'],
  },
  {
    name: 'structuredClone again and again',
    program: 'let a = [1]; for (;;) a = structuredClone([a, a])',
    ended: ['out_of_memory', 'threw', 'timed_out', 'crashed'],
    budgets: { wallMs: 1_000 },
  },
]

const FLOODS: Bomb[] = [
  {
    name: 'calls one after another',
    program: 'for (;;) await mcp.s.t()',
    ended: ['call_limit'],
    budgets: { callsPerSite: 5_000 },
  },
  {
    name: 'calls that nobody waits for',
    program: 'for (;;) mcp.s.t().catch(() => {})',
    ended: ['call_limit'],
    budgets: { callsPerSite: 5_000 },
  },
  { name: 'calls from one place', program: 'for (;;) await mcp.s.t()', ended: ['call_limit'] },
  { name: 'an argument of 300 MB', program: 'await mcp.s.t({ x: "x".repeat(3e8) })', ended: ['size_limit'] },
  {
    name: 'an argument made of many parts',
    program: 'const x = "x".repeat(1e6); await mcp.s.t({ list: Array(500).fill(x) })',
    ended: ['size_limit'],
  },
  {
    name: 'an argument 100,000 levels deep',
    program: 'let x = {}; for (let i = 0; i < 1e5; i++) x = { x }; await mcp.s.t(x)',
    ended: ['size_limit'],
  },
  { name: 'a result of 300 MB', program: 'return "x".repeat(3e8)', ended: ['size_limit'] },
  {
    name: 'a result of many parts',
    program: 'return Array(1e6).fill("some text that is repeated")',
    ended: ['size_limit', 'out_of_memory', 'crashed'],
  },
  {
    name: 'a result 100,000 levels deep',
    program: 'let x = []; for (let i = 0; i < 1e5; i++) x = [x]; return x',
    ended: ['size_limit'],
  },
  {
    name: 'an error with a message of 300 MB',
    program: 'throw new Error("x".repeat(3e8))',
    ended: ['size_limit', 'out_of_memory', 'crashed'],
  },
  { name: 'lines on the console', program: 'for (;;) console.log("x".repeat(1000))', ended: ['size_limit'] },
  {
    name: 'one line of 300 MB on the console',
    program: 'console.log("x".repeat(3e8))',
    ended: ['size_limit'],
  },
  {
    name: 'denied accesses without end',
    program: 'for (;;) try { await fetch("http://x" + Math.random() + ".test/") } catch {}',
    ended: ['timed_out'],
    budgets: SHORT,
  },
]

/** Of the honest program after the bomb before. */
let honestMs: number | undefined

describe.each([
  ['time', TIME],
  ['memory', MEMORY],
  ['the channel', FLOODS],
])('a bomb on %s ends with its reason', (_, bombs) => {
  test.for([...bombs])('when it is $name', async ({ program, ended, budgets = {} }, { sandbox }) => {
    const honest = () => timed(() => sandbox.run(guestJob('return await mcp.s.t()')))
    const beforeMs = honestMs ?? (await honest())[1]

    const [run, ms] = await timed(() => sandbox.run(guestJob(program, { budgets, answer: answerUnknown })))
    const [, afterMs] = await honest()
    honestMs = afterMs

    expect(ended, run.why).toContain(run.ended)
    expect(run.why).not.toBeUndefined()
    // How busy the machine is, honest programs before and after it tell.
    expect(ms).toBeLessThan((budgets.wallMs ?? 120_000) + 2_000 + 20 * Math.max(beforeMs, afterMs))
  })
})

test('a bomb does not touch the programs beside it', async ({ sandbox }) => {
  const bombs = ['for (;;) {}', 'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))'].map((program) =>
    sandbox.run(guestJob(program, { budgets: { ...LITTLE_MEMORY, wallMs: 3_000, cpuSeconds: 1 } })),
  )
  const honest = await sandbox.run(
    guestJob('let n = 0; for (let i = 0; i < 20; i++) n += (await mcp.s.t()) ?? 1; return n'),
  )

  expect(honest).toMatchObject({ ended: 'completed', result: 20 })
  expect((await Promise.all(bombs)).map(({ ended }) => ended)).not.toContain('completed')
})

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now()
  return [await work(), performance.now() - startedAt]
}

function answerUnknown() {
  return Promise.resolve({ kind: 'unknown', label: 's:t', elapsedMs: 0 } as const)
}
