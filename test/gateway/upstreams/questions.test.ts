/** What a server asks goes to the client on whose behalf it works, and what it tells to those who use it. */
import { describe, expect, test } from 'vitest'
import { SessionError } from '../../../src/base/index.js'
import { verifies } from '../../verifies.js'
import { call, createNotebook, createRequester, openUpstreams } from './set-up.js'

verifies('gateway:upstreams-shared')

const ALL = { roots: {}, sampling: {}, elicitation: { form: {} } }
const connected = () => ({ capabilities: ALL, gone: new AbortController().signal })

describe('what a server asks', () => {
  test.each(['roots/list', 'sampling/createMessage', 'elicitation/create'])(
    'is answered by the client that called: %s',
    async (method) => {
      using notebook = createNotebook()
      await using upstreams = openUpstreams(notebook, [notebook.entry('one')])
      const [ann, bob] = ['ann', 'bob'].map((key) => createRequester(key, connected()))
      if (ann === undefined || bob === undefined) throw new Error('there are two')

      const answers = await Promise.all(
        [ann, bob].map((each) => call(upstreams, 'one', each, 'ask', { method })),
      )

      expect(answers.map((each) => JSON.parse(each))).toEqual([
        { by: 'ann', method },
        { by: 'bob', method },
      ])
      expect([ann.questions.length, bob.questions.length]).toEqual([1, 1])
    },
  )

  test('is answered by the right one of those who share a session because they have no connection', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')])
    const keys = ['a', 'b', 'c', 'd']

    const answers = await Promise.all(
      keys.map((key) =>
        call(upstreams, 'one', createRequester(key, { capabilities: ALL }), 'ask', { method: 'roots/list' }),
      ),
    )

    expect(answers.map((each) => JSON.parse(each).by)).toEqual(keys)
    expect(notebook.pids()).toHaveLength(1)
  })

  test('that nobody declared is refused, also where others could answer', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')])
    const able = createRequester('able', connected())
    await call(upstreams, 'one', able, 'echo')

    const answer = await call(upstreams, 'one', createRequester('unable'), 'ask', { method: 'roots/list' })

    expect(JSON.parse(answer)).toMatchObject({ code: -32601 })
    expect(able.questions).toEqual([])
  })

  test('after its answer goes to the only client of the session', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')])
    const own = createRequester('own', connected())
    const heard = call(upstreams, 'one', own, 'hold')
    await call(upstreams, 'one', own, 'ask_afterwards', { method: 'roots/list' })

    expect(JSON.parse(await heard)).toEqual({ by: 'own', method: 'roots/list' })
  })

  test('and the client refuses is refused in the words of the client', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')])
    const refusing = createRequester('refusing', {
      ...connected(),
      ask: () =>
        Promise.reject(
          new SessionError('RPC_ERROR', 'Cannot ask the client: it said no', {
            data: { code: -1, message: 'User rejected the request', data: { sure: true } },
          }),
        ),
    })

    const answer = await call(upstreams, 'one', refusing, 'ask', { method: 'sampling/createMessage' })

    expect(JSON.parse(answer)).toEqual({
      code: -1,
      message: 'User rejected the request',
      data: { sure: true },
    })
  })
})

describe('what a server tells', () => {
  test('is told to those who use its session, and to nobody else', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')])
    const [user, other] = ['user', 'other'].map((key) => createRequester(key, connected()))
    if (user === undefined || other === undefined) throw new Error('there are two')
    await call(upstreams, 'one', other, 'echo')

    await call(upstreams, 'one', user, 'log')

    expect([user.told, other.told]).toEqual([['notifications/message'], []])
  })

  test('of its lists, and of its resources, is told to all who listen, and read anew', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one')])
    const changes: unknown[] = []
    const stop = upstreams.onChange((change) => changes.push(change))
    const before = await upstreams.catalogue()
    const anybody = createRequester('anybody')

    await call(upstreams, 'one', anybody, 'grow')
    await call(upstreams, 'one', anybody, 'touch', { uri: 'file:///a' })
    const after = await upstreams.catalogue()
    stop()
    await call(upstreams, 'one', anybody, 'touch', { uri: 'file:///b' })

    expect(changes).toEqual([
      { server: 'one', what: 'tools' },
      { server: 'one', what: 'resource', uri: 'file:///a' },
    ])
    expect(before.registry.find('one', 'grown').kind).toBe('missing')
    expect(after.registry.find('one', 'grown').kind).toBe('found')
    expect(anybody.told).toEqual([])
  })
})
