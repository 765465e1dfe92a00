/** What every sandbox promises, whatever runs the guests. */
import { describe, expect, test } from 'vitest'
import type { GuestCall, GuestJob, GuestReply, Sandbox } from '../../src/sandbox/index.js'

/** Runs the suite; each test gets a sandbox of its own from `create`. */
export function describeSandbox(name: string, create: () => Promise<Sandbox>): void {
  describe(`${name} keeps the contract of a sandbox`, () => {
    test('a run resolves with what the program returned and printed', async () => {
      await using sandbox = await create()

      const run = await sandbox.run(
        job('console.log("got", params.n); console.warn("!"); return { n: params.n + 1 }', {
          params: { n: 1 },
        }),
      )

      expect(run).toEqual({
        ended: 'completed',
        result: { n: 2 },
        resultUnknownAt: [],
        console: [
          { level: 'log', text: 'got 1' },
          { level: 'warn', text: '!' },
        ],
        attempts: [],
      })
    })

    test('a program that throws is a value with its place in the file', async () => {
      await using sandbox = await create()

      const run = await sandbox.run(job('const x = 1\n  throw new RangeError("no")'))

      expect(run).toMatchObject({
        ended: 'threw',
        result: null,
        error: { name: 'RangeError', message: 'no', site: { line: 2, column: 9 } },
      })
    })

    test('calls reach the answerer in the order they were made, and their values come back', async () => {
      await using sandbox = await create()
      const calls: GuestCall[] = []

      const run = await sandbox.run(
        job('const [a, b] = await Promise.all([mcp.s.one({ x: 1 }), mcp["s"]["two"]()])\nreturn [a, b]', {
          answer: async (call) => {
            calls.push(call)
            return value({ tool: call.tool })
          },
        }),
      )

      expect(run.result).toEqual([{ tool: 'one' }, { tool: 'two' }])
      expect(calls).toEqual([
        {
          n: 1,
          after: 0,
          server: 's',
          tool: 'one',
          arguments: { x: 1 },
          unknownAt: [],
          atMs: expect.any(Number),
          site: { line: 1, column: 41 },
        },
        {
          n: 2,
          after: 0,
          server: 's',
          tool: 'two',
          unknownAt: [],
          atMs: expect.any(Number),
          site: { line: 1, column: 65 },
        },
      ])
    })

    test('a call answered with an error throws ToolError, which the program can catch', async () => {
      await using sandbox = await create()
      const error = {
        tool: 's:t',
        layer: 'tool',
        code: null,
        message: 'nope',
        content: [{ type: 'text', text: 'nope' }],
      } as const

      const run = await sandbox.run(
        job(
          'try { await mcp.s.t() } catch (e) { return [e instanceof ToolError, e.name, e.tool, e.layer, e.code, e.message, e.content] }',
          { answer: async () => ({ kind: 'error', error, elapsedMs: 0 }) },
        ),
      )

      expect(run.result).toEqual([true, 'ToolError', 's:t', 'tool', null, 'nope', error.content])
    })

    test('an uncaught ToolError names the call it belongs to', async () => {
      await using sandbox = await create()
      const error = { tool: 's:t', layer: 'protocol', code: -32602, message: 'bad', content: null } as const

      const run = await sandbox.run(
        job('await mcp.s.a()\nawait mcp.s.t()', {
          answer: async (call) => (call.n === 2 ? { kind: 'error', error, elapsedMs: 0 } : value(null)),
        }),
      )

      expect(run.error).toEqual({ name: 'ToolError', message: 'bad', call: 2, site: { line: 2, column: 13 } })
    })

    test('an unknown can be used without throwing, and is told where it is sent', async () => {
      await using sandbox = await create()
      const calls: GuestCall[] = []

      const run = await sandbox.run(
        job(
          'const u = await mcp.s.t()\nfor (const x of u.items) await mcp.s.use({ id: x.id, n: 1 })\nreturn { u, text: String(u) }',
          {
            answer: async (call) => {
              calls.push(call)
              return call.tool === 't' ? { kind: 'unknown', label: 's:t', elapsedMs: 0 } : value(null)
            },
          },
        ),
      )

      expect(run).toMatchObject({
        ended: 'completed',
        result: { u: null, text: '⟨unknown s:t⟩' },
        resultUnknownAt: ['/u'],
      })
      expect(calls[1]).toMatchObject({ arguments: { id: null, n: 1 }, unknownAt: ['/id'] })
    })

    test('the same job gives the same run', async () => {
      await using sandbox = await create()
      const code = `const ids = [crypto.randomUUID(), Math.random(), Date.now(), new Date().toISOString()]
        setTimeout(() => console.log('later', Date.now()), 50)
        const raced = await Promise.race([mcp.s.slow(), mcp.s.fast()])
        return [ids, raced, Date.now()]`
      const answer = async (call: GuestCall) => value(call.tool, call.tool === 'slow' ? 900 : 100)

      const first = await sandbox.run(
        job(code, { answer, world: { kind: 'virtual', seed: 7, startMs: 1_000 } }),
      )
      const second = await sandbox.run(
        job(code, { answer, world: { kind: 'virtual', seed: 7, startMs: 1_000 } }),
      )
      const other = await sandbox.run(
        job(code, { answer, world: { kind: 'virtual', seed: 8, startMs: 1_000 } }),
      )

      expect(second).toEqual(first)
      expect(first).toMatchObject({ ended: 'completed', console: [{ level: 'log', text: 'later 1050' }] })
      expect(first.result).toEqual([
        [expect.any(String), expect.any(Number), 1_000, '1970-01-01T00:00:01.000Z'],
        'fast',
        1_100,
      ])
      expect(other.result).not.toEqual(first.result)
    })

    test('runs never see each other', async () => {
      await using sandbox = await create()
      const code =
        'globalThis.seen = (globalThis.seen ?? 0) + 1; Array.prototype.mark = 1; return [globalThis.seen, "mark" in {}]'

      const runs = await Promise.all([sandbox.run(job(code)), sandbox.run(job(code)), sandbox.run(job(code))])

      expect(runs.map(({ result }) => result)).toEqual([
        [1, false],
        [1, false],
        [1, false],
      ])
    })

    test('a run rejects with what the answerer rejected with', async () => {
      await using sandbox = await create()
      const broken = new Error('the store is gone')

      const run = sandbox.run(
        job('try { await mcp.s.t() } catch {}', { answer: () => Promise.reject(broken) }),
      )

      await expect(run).rejects.toBe(broken)
    })

    test('a run rejects when it is given, or answered with, what JSON cannot hold', async () => {
      await using sandbox = await create()

      // Values from outside the types, as a caller in plain JavaScript could give them.
      const params = sandbox.run(job('return 1', { params: 1n as unknown as null }))
      const answered = sandbox.run(job('await mcp.s.t()', { answer: async () => value(1n) }))
      const thrown = sandbox.run(
        job('await mcp.s.t()', {
          answer: () => {
            throw new Error('at once')
          },
        }),
      )

      await expect(params).rejects.toThrow(TypeError)
      await expect(answered).rejects.toThrow(TypeError)
      await expect(thrown).rejects.toThrow('at once')
    })

    test('a run rejects with the reason of its signal, before and while it runs', async () => {
      await using sandbox = await create()
      const reason = new Error('changed my mind')
      const controller = new AbortController()

      const before = sandbox.run(job('return 1', { signal: AbortSignal.abort(reason) }))
      const during = sandbox.run(
        job('await mcp.s.t(); for (;;) {}', {
          signal: controller.signal,
          answer: async () => {
            controller.abort(reason)
            return value(null)
          },
        }),
      )

      await expect(before).rejects.toBe(reason)
      await expect(during).rejects.toBe(reason)
    })

    test('each exceeded budget has its own end', async () => {
      await using sandbox = await create()
      const ends = await Promise.all([
        sandbox.run(job('for (;;) {}', { budgets: { wallMs: 200 } })),
        sandbox.run(job('for (;;) await mcp.s.t()', { budgets: { calls: 3 } })),
        sandbox.run(job('for (;;) await mcp.s.t()', { budgets: { callsPerSite: 2 } })),
        sandbox.run(job('return "x".repeat(5000)', { budgets: { bytesOut: 1_000 } })),
        sandbox.run(
          job('await mcp.s.t()', {
            budgets: { bytesIn: 2_000 },
            answer: async () => value('x'.repeat(5_000)),
          }),
        ),
        sandbox.run(job('return [[[[1]]]]', { budgets: { depth: 3 } })),
        sandbox.run(job('return [[[1]]]', { budgets: { depth: 3 } })),
      ])

      expect(ends.map(({ ended }) => ended)).toEqual([
        'timed_out',
        'call_limit',
        'call_limit',
        'size_limit',
        'size_limit',
        'size_limit',
        'completed',
      ])
    })

    test('closing ends what runs, can be done twice, and refuses what comes later', async () => {
      const sandbox = await create()
      const controller = new AbortController()
      const entered = once(controller.signal)
      const run = sandbox.run(
        job('await mcp.s.t()', {
          answer: () => {
            controller.abort()
            return new Promise<GuestReply>(() => undefined)
          },
        }),
      )
      const rejected = expect(run).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
      await entered

      await Promise.all([sandbox[Symbol.asyncDispose](), sandbox[Symbol.asyncDispose]()])

      await rejected
      await expect(sandbox.run(job('return 1'))).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
    })
  })
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function value(given: unknown, elapsedMs = 0): GuestReply {
  // The tests give JSON values only.
  return { kind: 'value', value: given as null, elapsedMs }
}

function job(code: string, rest: Partial<GuestJob> = {}): GuestJob {
  return {
    code,
    fileName: 'plan.ts',
    params: null,
    world: { kind: 'virtual', seed: 1, startMs: 0 },
    answer: async () => value(null),
    ...rest,
  }
}
