/** When servers are started, who shares them, and when they end. */
import { describe, expect, test } from 'vitest'
import { isRunning } from '../../../src/transport/index.js'
import { verifies } from '../../verifies.js'
import { call, createNotebook, createRequester, openUpstreams } from './set-up.js'

verifies('gateway:upstreams-on-demand', 'gateway:upstreams-shared')

const anybody = createRequester('anybody')

describe('a server', () => {
  test('is started when it is first needed, and once for all who can be asked nothing', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one'), notebook.entry('two')])
    expect(upstreams.health().map(({ state }) => state)).toEqual(['idle', 'idle'])
    expect(notebook.pids()).toEqual([])

    const pids = await Promise.all(
      ['a', 'b', 'c'].map((key) => call(upstreams, 'one', createRequester(key), 'pid')),
    )

    expect(pids.map(Number)).toEqual([0, 1, 2].map(() => notebook.pids()[0]))
    expect(notebook.pids()).toHaveLength(1)
    expect(upstreams.health()).toEqual([
      { server: 'one', state: 'ready', sessions: 1, failures: 0 },
      { server: 'two', state: 'idle', sessions: 0, failures: 0 },
    ])
  })

  test('whose tools were listed is called in the same session', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')])

    const { registry, unavailable } = await upstreams.catalogue()
    await call(upstreams, 'one', anybody, 'echo')

    expect(registry.tools.map(({ name }) => name)).toContain('echo')
    expect(unavailable).toEqual([])
    expect(notebook.pids()).toHaveLength(1)
  })

  test('is started once for each client that can be asked, and gone with its connection', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')])
    const leaving = new AbortController()
    const capabilities = { roots: {} }
    const first = createRequester('first', { capabilities, gone: leaving.signal })
    const second = createRequester('second', { capabilities, gone: new AbortController().signal })
    const pids = [
      Number(await call(upstreams, 'one', first, 'pid')),
      Number(await call(upstreams, 'one', second, 'pid')),
    ]
    expect(new Set(pids).size).toBe(2)

    leaving.abort()
    await expect.poll(() => pids.map(isRunning)).toEqual([false, true])

    expect(upstreams.health()).toMatchObject([{ sessions: 1 }])
    expect(Number(await call(upstreams, 'one', second, 'pid'))).toBe(pids[1])
  })

  test('is not shared by two principals', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')])

    const pids = await Promise.all(
      ['ann', 'bob', 'ann'].map((principal) =>
        call(upstreams, 'one', createRequester('x', { principal }), 'pid'),
      ),
    )

    expect(pids[0]).toBe(pids[2])
    expect(pids[0]).not.toBe(pids[1])
  })

  test('that is not in the config is refused, with the nearest name', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('notes')])

    await expect(call(upstreams, 'nodes', anybody, 'echo')).rejects.toMatchObject({
      code: 'USAGE',
      hint: 'did you mean notes?',
    })
  })
})

describe('closing', () => {
  test('ends every process and what is under way, and refuses what comes', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one'), notebook.entry('two')])
    await call(upstreams, 'two', anybody, 'echo')
    const held = expect(call(upstreams, 'one', anybody, 'hold')).rejects.toMatchObject({
      code: 'ALREADY_CLOSED',
    })
    await expect.poll(notebook.calls).toContain('hold')

    await Promise.all([upstreams.close(), upstreams.close()])

    await held
    expect(notebook.pids().map(isRunning)).toEqual([false, false])
    await expect(call(upstreams, 'one', anybody, 'echo')).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
    await expect(upstreams.catalogue()).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
  })

  test('ends a server that is just being started', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('slow', 'silent')])
    const starting = expect(call(upstreams, 'slow', anybody, 'echo')).rejects.toMatchObject({
      code: 'ALREADY_CLOSED',
    })
    await expect.poll(() => upstreams.health()).toMatchObject([{ state: 'starting' }])

    await upstreams.close()

    await starting
  })
})
