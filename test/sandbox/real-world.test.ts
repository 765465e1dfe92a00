/** A program in a real world: the machine's time and chance, replies as they come, and the same walls around it. */
import { describe, expect } from 'vitest'
import type { GuestCall, GuestJob, GuestReply, World } from '../../src/sandbox/index.js'
import { later } from '../fixtures/later.js'
import { verifies } from '../verifies.js'
import { guestJob, sharedGuestTest as test } from './guest-job.js'

verifies('sandbox:real-world')

const REAL = { kind: 'real' } as const

describe('time', () => {
  test('a program reads the clock of the machine', async ({ sandbox }) => {
    const before = Date.now()

    const run = await sandbox.run(
      realJob(
        'return [Date.now(), new Date().getTime(), performance.timeOrigin + performance.now(), Date.parse(Date())]',
      ),
    )

    expect(run.ended).toBe('completed')
    const after = Date.now()
    for (const read of numbers(run.result)) {
      // The text of a date has no milliseconds.
      expect(read).toBeGreaterThanOrEqual(before - 1_000)
      expect(read).toBeLessThanOrEqual(after + 1_000)
    }
  })

  test('a timer takes as long as it says, by every clock', async ({ sandbox }) => {
    const run = await sandbox.run(
      realJob(
        'const a = Date.now(), b = performance.now(); await new Promise((r) => setTimeout(r, 60)); return [Date.now() - a, performance.now() - b]',
      ),
    )

    for (const waited of numbers(run.result)) expect(waited).toBeGreaterThanOrEqual(55)
  })

  test('timers and intervals fire by time, and a cleared one never', async ({ sandbox }) => {
    const run = await sandbox.run(
      realJob(
        'const seen = []; setTimeout(() => seen.push("c"), 60); setTimeout(() => seen.push("a"), 5); clearTimeout(setTimeout(() => seen.push("x"), 1)); const ticks = []; await new Promise((r) => { const i = setInterval(() => { ticks.push(seen.includes("a")); if (ticks.length === 2) { clearInterval(i); r() } }, 10) }); await new Promise((r) => setTimeout(r, 70)); return [seen.join(""), ticks]',
      ),
    )

    // Where an interval comes among others that are due too, is for whoever was held up to say.
    expect(run.result).toEqual(['ac', [true, true]])
  })

  test('a program whose time is up is told apart, and so is the budget', async ({ sandbox }) => {
    const run = await sandbox.run(
      realJob('await new Promise((r) => setTimeout(r, 60_000))', { budgets: { wallMs: 300 } }),
    )

    expect(run).toMatchObject({
      ended: 'timed_out',
      why: 'it took more than 300 ms of real time, which is its budget (wallMs)',
    })
  })

  test('a program that waits for nothing is ended, not left', async ({ sandbox }) => {
    const run = await sandbox.run(realJob('await new Promise(() => {})'))

    expect(run).toMatchObject({
      ended: 'threw',
      error: { message: expect.stringContaining('never happens') },
    })
  })
})

describe('chance', () => {
  test('two runs of one program differ, in every source of chance', async ({ sandbox }) => {
    const program =
      'return [Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(16))].join()]'

    const [first, second] = await Promise.all([1, 2].map(() => sandbox.run(realJob(program))))

    const [a, b] = [first?.result, second?.result] as unknown[][]
    expect(a).toHaveLength(3)
    expect(a?.filter((value, i) => value === b?.[i])).toEqual([])
  })

  test('an identifier is one, and a program cannot get at the seeded sequence', async ({ sandbox }) => {
    const program =
      'const { random } = Math; return [/^[0-9a-f-]{36}$/.test(crypto.randomUUID()), random() === random()]'

    expect((await sandbox.run(realJob(program))).result).toEqual([true, false])
  })
})

describe('replies', () => {
  test('the one that comes first is there first, whoever was asked first', async ({ sandbox }) => {
    const slow = later<GuestReply>()
    const seen: GuestCall[] = []
    const run = await sandbox.run(
      realJob(
        'const slow = mcp.s.slow().then(() => "slow"); const first = await Promise.race([slow, mcp.s.fast().then(() => "fast")]); await mcp.s.release(); return [first, await slow]',
        {
          answer(call) {
            seen.push(call)
            if (call.tool === 'release') slow.resolve(value('late'))
            return call.tool === 'slow' ? slow.promise : Promise.resolve(value(call.tool))
          },
        },
      ),
    )

    expect(run.result).toEqual(['fast', 'slow'])
    expect(seen.map(({ tool, after }) => [tool, after])).toEqual([
      ['slow', 0],
      ['fast', 0],
      ['release', 2],
    ])
  })

  test('a timer fires while a call is under way, and a race against it is decided', async ({ sandbox }) => {
    const slow = later<GuestReply>()
    const run = await sandbox.run(
      realJob(
        'const call = mcp.s.slow(); const won = await Promise.race([call, new Promise((r) => setTimeout(() => r("timer"), 20))]); await mcp.s.release(); return [won, await call]',
        {
          answer(call) {
            if (call.tool === 'release') slow.resolve(value('slow'))
            return call.tool === 'slow' ? slow.promise : Promise.resolve(value(null))
          },
        },
      ),
    )

    expect(run.result).toEqual(['timer', 'slow'])
  })

  test('a program that returned is over when its calls are', async ({ sandbox }) => {
    const slow = later<GuestReply>()
    const asked = later<void>()
    const run = sandbox.run(
      realJob('mcp.s.slow().then(() => console.log("heard")); return 1', {
        answer() {
          asked.resolve()
          return slow.promise
        },
      }),
    )
    await asked.promise
    slow.resolve(value(null))

    expect(await run).toMatchObject({ ended: 'completed', result: 1, console: [{ text: 'heard' }] })
  })

  test('a loop of immediates hears of the reply that it waits for', async ({ sandbox }) => {
    const run = await sandbox.run(
      realJob(
        'let over = false; mcp.s.t().then(() => { over = true }); while (!over) await new Promise((r) => setImmediate(r)); return "heard"',
        { budgets: { cpuSeconds: 3 } },
      ),
    )

    expect(run).toMatchObject({ ended: 'completed', result: 'heard' })
  })

  test('work of the engine ends while a call is under way', async ({ sandbox }) => {
    const slow = later<GuestReply>()
    const run = await sandbox.run(
      realJob(
        'const call = mcp.s.slow(); const d = await crypto.subtle.digest("SHA-256", new Uint8Array(3)); const t = await new Response("text").text(); await mcp.s.release(); return [d.byteLength, t, await call]',
        {
          answer(call) {
            if (call.tool === 'release') slow.resolve(value('slow'))
            return call.tool === 'slow' ? slow.promise : Promise.resolve(value(null))
          },
        },
      ),
    )

    expect(run.result).toEqual([32, 'text', 'slow'])
  })

  test('a hundred calls at once are all answered', async ({ sandbox }) => {
    const run = await sandbox.run(
      realJob(
        'const all = await Promise.all(Array.from({ length: 100 }, (_, i) => mcp.s.t({ i }))); return all.reduce((a, b) => a + b)',
        { answer: async (call) => value(Number(call.arguments?.i)) },
      ),
    )

    expect(run.result).toBe(4_950)
  })
})

describe('refusals', () => {
  test.for<[World]>([[REAL], [{ kind: 'virtual', seed: 1, startMs: 0 }]])(
    'one ends the run at once in the world %j, and the program cannot catch it',
    async ([world], { sandbox }) => {
      const calls: string[] = []
      const run = await sandbox.run(
        guestJob(
          'console.log("before"); try { await mcp.s.no() } catch { await mcp.s.next() } finally { await mcp.s.last() } return 1',
          {
            world,
            answer: async (call) => {
              calls.push(call.tool)
              return call.tool === 'no' ? { kind: 'refusal', why: 'somebody said no' } : value(null)
            },
          },
        ),
      )

      expect(run).toMatchObject({
        ended: 'refused',
        why: 'somebody said no',
        result: null,
        console: [{ text: 'before' }],
      })
      expect(calls).toEqual(['no'])
    },
  )
})

describe('walls', () => {
  test('what a program cannot reach in a virtual world it cannot reach in a real one', async ({
    sandbox,
  }) => {
    const program = `
      const tried = {}
      for (const name of ['Deno', 'process', 'Worker']) tried[name] = typeof globalThis[name]
      for (const [name, reach] of Object.entries({
        net: () => fetch('http://127.0.0.1:9/'),
        module: () => import('data:text/javascript,export default 1'),
        file: () => import('file:///etc/passwd'),
      })) tried[name] = await reach().then(() => 'reached', () => 'denied')
      return tried`

    const [virtual, real] = await Promise.all([sandbox.run(guestJob(program)), sandbox.run(realJob(program))])

    expect(real?.result).toEqual(virtual?.result)
    expect(real?.result).toMatchObject({
      Deno: 'undefined',
      process: 'undefined',
      net: 'denied',
      file: 'denied',
    })
    expect(real?.attempts).toEqual(virtual?.attempts)
  })

  test('what the engine refuses by itself draws no chance, and is refused alike', async ({ sandbox }) => {
    const program =
      'const { sign } = SubtleCrypto.prototype; return Promise.all([{}, Object.create(crypto.subtle), new Proxy(crypto.subtle, {})].map((self) => sign.call(self, "ECDSA", {}, new Uint8Array(1)).catch(String)))'

    const [virtual, real] = await Promise.all([sandbox.run(guestJob(program)), sandbox.run(realJob(program))])

    expect(virtual?.result).toEqual(real?.result)
    expect(virtual?.attempts).toEqual([])
  })

  test('the budget of processor time holds', async ({ sandbox }) => {
    const run = await sandbox.run(realJob('for (;;) {}', { budgets: { cpuSeconds: 1, wallMs: 120_000 } }))

    expect(run.ended).toBe('cpu_limit')
  })

  test('the budget of calls holds', async ({ sandbox }) => {
    const run = await sandbox.run(realJob('for (;;) await mcp.s.t()', { budgets: { calls: 5 } }))

    expect(run).toMatchObject({ ended: 'call_limit', why: 'it made more than 5 calls' })
  })
})

function realJob(code: string, rest: Partial<GuestJob> = {}): GuestJob {
  return guestJob(code, { world: REAL, ...rest })
}

function value(answer: string | number | null): GuestReply {
  return { kind: 'value', value: answer, elapsedMs: 3_600_000 }
}

function numbers(result: unknown): number[] {
  expect(Array.isArray(result)).toBe(true)
  return Array.isArray(result) ? result.map(Number) : []
}
