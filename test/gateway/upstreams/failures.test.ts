/** What one server does wrong is its own. */
import { describe, expect, test } from 'vitest'
import { isRunning } from '../../../src/transport/index.js'
import { lastPatience } from '../../fixtures/last-patience.js'
import { verifies } from '../../verifies.js'
import { call, createNotebook, createRequester, openUpstreams } from './set-up.js'

verifies('gateway:upstreams-fail-alone', 'gateway:upstream-secrets')

const anybody = createRequester('anybody')
const SECRET = 'tok_4f9Kq2LmZx81TvBn'
const quick = { backoff: { firstMs: 1, maxMs: 50 } }

describe('a server that lives and answers nobody', () => {
  const impatient = { timeoutMs: 50 }

  test('is started again, and what was under way fails and is not repeated', async () => {
    using notebook = createNotebook()
    const hung = { after: 3, pingMs: 50 }
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')], { ...quick, hung })
    const first = await call(upstreams, 'one', anybody, 'pid')
    const under = call(upstreams, 'one', anybody, 'hang')
    const failed = expect(under).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
      message: expect.stringContaining('it left 3 requests in a row without an answer, and then a ping'),
    })

    for (let i = 0; i < 3; i++)
      await expect(
        upstreams.use('one', anybody, (session) => session.callTool('echo', {}, impatient)),
      ).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
    await failed
    expect(upstreams.health()).toMatchObject([
      {
        ...{ server: 'one', sessions: 0, failures: 1 },
        problem: expect.stringContaining('3 requests in a row'),
      },
    ])
    const second = await call(upstreams, 'one', anybody, 'pid')

    expect(second).not.toBe(first)
    expect(notebook.calls()).toEqual(['pid', 'hang', 'pid'])
    expect(upstreams.health()).toMatchObject([{ state: 'ready', failures: 0 }])
  })

  test('is left alone while it answers a ping', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')], quick)
    const first = await call(upstreams, 'one', anybody, 'pid')

    for (let i = 0; i < 4; i++)
      await expect(
        upstreams.use('one', anybody, (session) => session.callTool('hold', {}, impatient)),
      ).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })

    expect(await call(upstreams, 'one', anybody, 'pid')).toBe(first)
  })
})

describe('a server that dies during a call', () => {
  test('fails that call, which is never repeated, and is started again for the next', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')], quick)
    await call(upstreams, 'one', anybody, 'echo')

    await expect(call(upstreams, 'one', anybody, 'die')).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
      data: { exitCode: 7 },
    })
    expect(upstreams.health()).toEqual([
      {
        ...{ server: 'one', state: 'idle', sessions: 0, failures: 0 },
        problem: 'Cannot use "one": it exited with code 7',
      },
    ])
    await call(upstreams, 'one', anybody, 'echo')

    expect(notebook.calls()).toEqual(['echo', 'die', 'echo'])
    expect(notebook.pids().map(isRunning)).toEqual([false, true])
  })

  test('harms neither the calls of another server nor another session of its own', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one'), notebook.entry('two')], quick)
    const own = createRequester('own', { capabilities: { roots: {} }, gone: new AbortController().signal })
    const held = [call(upstreams, 'two', anybody, 'hold'), call(upstreams, 'one', own, 'hold')]
    await expect.poll(notebook.calls).toEqual(['hold', 'hold'])

    await expect(call(upstreams, 'one', anybody, 'die')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    await call(upstreams, 'two', anybody, 'release')
    await call(upstreams, 'one', own, 'release')

    expect(await Promise.all(held)).toEqual(['released', 'released'])
  })

  test('fails all calls that were under way in that session', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')], quick)
    const held = ['a', 'b'].map((key) => call(upstreams, 'one', createRequester(key), 'hold'))
    const failures = Promise.allSettled(held)
    await expect.poll(notebook.calls).toEqual(['hold', 'hold'])

    await call(upstreams, 'one', anybody, 'die').catch(() => undefined)

    expect(await failures).toMatchObject([
      { status: 'rejected', reason: { code: 'CONNECTION_CLOSED' } },
      { status: 'rejected', reason: { code: 'CONNECTION_CLOSED' } },
    ])
  })
})

describe('a server that does not start', () => {
  test('is unavailable, with the reason, and the others are listed and called', async () => {
    using notebook = createNotebook()
    const bad = {
      name: 'bad',
      launch: { kind: 'stdio', command: 'no-such-program', args: [], env: {} },
    } as const
    await using upstreams = openUpstreams(notebook, [
      bad,
      notebook.entry('dies', 'exits-at-once'),
      notebook.entry('good'),
    ])

    const { registry, unavailable } = await upstreams.catalogue()

    expect(registry.servers.map(({ server }) => server)).toEqual(['good'])
    expect(unavailable).toEqual([
      { server: 'bad', reason: expect.stringContaining('no-such-program') },
      { server: 'dies', reason: expect.stringContaining('it exited with code 0') },
    ])
    expect(await call(upstreams, 'good', anybody, 'echo', { message: 'hi' })).toBe('hi')
    expect(upstreams.health()).toMatchObject([
      { server: 'bad', state: 'waiting', failures: 1, retryAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      { server: 'dies', state: 'waiting', failures: 1 },
      { server: 'good', state: 'ready', failures: 0 },
    ])
  })

  test('is refused at once while its back-off is longer than the patience', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('dies', 'exits-at-once')], {
      backoff: { firstMs: 3_600_000, maxMs: 3_600_000 },
    })

    const failures = [
      await call(upstreams, 'dies', anybody, 'echo').catch((failure: unknown) => failure),
      await call(upstreams, 'dies', anybody, 'echo').catch((failure: unknown) => failure),
    ]

    expect(failures[0]).toMatchObject({ code: 'HANDSHAKE_FAILED' })
    expect(failures[1]).toBe(failures[0])
  })

  test('that never says a word holds the catalogue up no longer than the patience', async () => {
    using notebook = createNotebook()
    const entries = [notebook.entry('silent', 'silent'), notebook.entry('good')]
    const clock = lastPatience(300, entries.length)
    await using upstreams = openUpstreams(notebook, entries, { listPatienceMs: 300, clock })

    const { registry, unavailable } = await upstreams.catalogue()

    expect(registry.servers.map(({ server }) => server)).toEqual(['good'])
    expect(unavailable).toEqual([{ server: 'silent', reason: 'it has not told its tools within 300 ms' }])
  })
})

describe('what is said about a server', () => {
  test('holds no secret that it was given, though it prints it when it dies', async () => {
    using notebook = createNotebook()
    const entries = [
      notebook.entry('one', 'many-moods', { API_TOKEN: SECRET }),
      notebook.entry('two', 'indiscreet', { API_TOKEN: SECRET, BREAKS: 'start' }),
      notebook.entry('three', 'indiscreet', { API_TOKEN: SECRET, BREAKS: 'tools/list' }),
    ]
    await using upstreams = openUpstreams(notebook, entries, quick)

    const failures = await Promise.all(
      entries.map(({ name }) => call(upstreams, name, anybody, 'die').catch((failure: Error) => failure)),
    )
    const { unavailable } = await upstreams.catalogue()

    const said = failures.flatMap((failure) => textsOf(failure))
    expect(said.join('\n')).toContain('out of cheese')
    expect(said.filter((text) => text.includes(SECRET))).toEqual([])
    expect(unavailable.map(({ server }) => server)).toEqual(['two', 'three'])
    expect(JSON.stringify([unavailable, upstreams.health()])).not.toContain(SECRET)
  })
})

/** All that an error says, and those that caused it. */
function textsOf(failure: unknown): string[] {
  if (!(failure instanceof Error)) return [String(failure)]
  const { message, stack, ...rest } = failure
  return [
    message,
    String(stack),
    JSON.stringify(rest),
    ...(failure.cause === undefined ? [] : textsOf(failure.cause)),
  ]
}

describe('who waits', () => {
  test('for a place can go, and does not take it', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')], { limits: { concurrency: 1 } })
    const impatient = new AbortController()
    const held = call(upstreams, 'one', anybody, 'hold')
    await expect.poll(notebook.calls).toEqual(['hold'])
    const waiting = call(upstreams, 'one', createRequester('x', { signal: impatient.signal }), 'echo')
    const gone = expect(waiting).rejects.toMatchObject({ code: 'REQUEST_ABORTED', cause: 'enough' })

    impatient.abort('enough')
    await gone
    const left = Promise.allSettled([held, call(upstreams, 'one', createRequester('y'), 'echo')])
    await upstreams.close()

    expect(await left).toMatchObject([
      { status: 'rejected', reason: { code: 'ALREADY_CLOSED' } },
      { status: 'rejected', reason: { code: 'ALREADY_CLOSED' } },
    ])
    expect(notebook.calls()).toEqual(['hold'])
  })
})
