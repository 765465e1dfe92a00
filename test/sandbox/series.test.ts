import { describe, expect } from 'vitest'
import { guestJob, sandboxTest as test } from './guest-job.js'

describe('a series', () => {
  test('runs one program after another, each in a time, chance and calls of its own', async ({ sandbox }) => {
    const job = guestJob(
      `setInterval(() => {}, 10); const now = Date.now(); await mcp.a.b({ at: now })
       await new Promise((done) => setTimeout(done, 500)); return [Date.now() - now >= 500, Math.random(), now]`,
    )
    const alone = await sandbox.run(job)
    await using series = sandbox.openSeries?.()

    for (let i = 0; i < 3; i++) expect(await series?.run(job)).toEqual(alone)
  })

  test('goes on in another guest after a run that had to be ended', async ({ sandbox }) => {
    await using series = sandbox.openSeries?.()

    const ends = []
    for (const code of ['return 1', 'throw new TypeError("no")', 'for (;;) await mcp.a.b({})', 'return 2'])
      ends.push((await series?.run(guestJob(code, { budgets: { calls: 5 } })))?.ended)

    expect(ends).toEqual(['completed', 'threw', 'call_limit', 'completed'])
  })

  test('may see what the runs before left behind', async ({ sandbox }) => {
    await using series = sandbox.openSeries?.()
    const job = guestJob('globalThis.runs = (globalThis.runs ?? 0) + 1; return globalThis.runs')

    expect([(await series?.run(job))?.result, (await series?.run(job))?.result]).toEqual([1, 2])
  })

  test('is refused once the sandbox is closed, and leaves no guest behind', async ({ sandbox }) => {
    const series = sandbox.openSeries?.()
    const run = await series?.run(guestJob('return 1'))
    await series?.[Symbol.asyncDispose]()
    await series?.[Symbol.asyncDispose]()

    expect(run?.ended).toBe('completed')
  })
})

describe('watched conditions', () => {
  test('are told with how they came out and from what, before a call that ends the run, too', async ({
    sandbox,
  }) => {
    const run = await sandbox.run(
      guestJob(
        `if (w.c(0, '>', params.n, 3)) w.t(1, 'x'); w.r(2, w.o(2, 'includes', ['a']).includes(w.a(2, 'a')))
         w.n(3, undefined); w.r(4, w.o(4, 'test', /a+/i).test(w.a(4, 'b'))); w.i(5, { k: 1 })[w.j(5, 'k')]
         await mcp.a.b({}); return 1`,
        {
          ...{ watcher: 'w', params: { n: 5 } },
          answer: () => Promise.resolve({ kind: 'refusal', why: 'not this one' }),
        },
      ),
    )

    expect(run).toMatchObject({
      ended: 'refused',
      watched: { isCut: false, looksAtClock: false, drawsChance: false },
    })
    expect(
      run.watched?.log.map(({ id, kind, outcome, operands }) => [id, kind, outcome, ...operands]),
    ).toEqual([
      [0, '>', true, 5, 3],
      [1, 'truth', true, 'x'],
      [2, 'includes', true, { k: 'list', length: 1, items: ['a'] }, 'a'],
      [3, 'nullish', true, { k: 'undefined' }],
      [4, 'test', false, { k: 'regex', source: 'a+', flags: 'i' }, 'b'],
      [5, 'member', true, { k: 'keys', items: ['k'] }, 'k'],
    ])
  })
})
