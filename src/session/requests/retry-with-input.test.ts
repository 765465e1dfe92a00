import { describe, expect, it } from 'vitest'
import { openScripted, type Reply, turn } from '../../../test/fixtures/scripted-server.js'
import { type JsonObject, manualClock } from '../../base/index.js'

const MODERN = { era: 'modern' } as const
const DONE = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] }
const ROOTS = { method: 'roots/list', params: {} }
const ASK = {
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
}
const needs = (inputRequests?: JsonObject, requestState?: string): Reply => ({
  resultType: 'input_required',
  ...(inputRequests && { inputRequests }),
  ...(requestState !== undefined && { requestState }),
})
const handlers = {
  'roots/list': () => ({ roots: [] }),
  'elicitation/create': () => ({ action: 'decline' }),
}

describe('session whose server needs input', () => {
  it('sends the request again with all the input and the state of the latest round alone', async () => {
    const rounds = [needs({ a: ROOTS, b: ASK }, 'one'), needs({ c: ASK }), DONE]
    await using server = await openScripted({ 'tools/call': () => rounds.shift() }, { ...MODERN, handlers })

    expect(await server.session.callTool('t', { x: 1 }, { onProgress: () => undefined })).toMatchObject({
      kind: 'result',
      content: [{ text: 'done' }],
    })
    const calls = server.told.slice(1)
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3)
    expect(calls.map(withoutMeta)).toEqual([
      { name: 't', arguments: { x: 1 } },
      {
        name: 't',
        arguments: { x: 1 },
        inputResponses: { a: { roots: [] }, b: { action: 'decline' } },
        requestState: 'one',
      },
      { name: 't', arguments: { x: 1 }, inputResponses: { c: { action: 'decline' } } },
    ])
    expect(server.asked.toSorted()).toEqual(['elicitation/create', 'elicitation/create', 'roots/list'])
  })

  it.each([
    ['resources/read', { resultType: 'complete', contents: [], ttlMs: 0, cacheScope: 'public' }],
    ['prompts/get', { resultType: 'complete', messages: [] }],
  ])('gives it for %s too', async (method, done) => {
    const rounds = [needs({ a: ROOTS }), done]
    await using server = await openScripted({ [method]: () => rounds.shift() }, { ...MODERN, handlers })
    const { session } = server

    await (method === 'prompts/get' ? session.getPrompt('p') : session.readResource('a:b'))

    expect(server.told.at(-1)).toMatchObject({ method, params: { inputResponses: { a: { roots: [] } } } })
  })

  it('pauses before it tries again when the server asks for nothing else', async () => {
    const clock = manualClock()
    const rounds = [needs(undefined, 'later'), DONE]
    await using server = await openScripted({ 'tools/call': () => rounds.shift() }, { ...MODERN, clock })

    const call = server.session.callTool('t')
    await turn()
    expect(server.told).toHaveLength(2)
    clock.advance(100)
    expect(await call).toMatchObject({ kind: 'result' })
    expect(withoutMeta(server.told.at(-1))).toEqual({ name: 't', requestState: 'later' })
  })

  it('gives up after ten rounds', async () => {
    await using server = await openScripted(
      { 'tools/call': () => needs({ a: ROOTS }) },
      { ...MODERN, handlers },
    )

    await expect(server.session.callTool('t')).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      message: 'Cannot call "t": the answer cannot be used, it still requires input after 10 rounds of it',
    })
    expect(server.told).toHaveLength(12)
  })

  it('says which input nobody gives', async () => {
    await using server = await openScripted({ 'tools/call': () => needs({ a: ROOTS }) }, MODERN)

    await expect(server.session.callTool('t')).rejects.toMatchObject({
      code: 'INPUT_UNANSWERED',
      message: 'Cannot call "t": the server needs input, and nothing here answers roots/list',
      hint: 'give the session a handler for roots/list',
      data: { requests: { a: ROOTS } },
    })
  })

  it('says why a handler failed, and tells the others that they are not needed', async () => {
    let isAborted = false
    await using server = await openScripted(
      { 'tools/call': () => needs({ a: ASK, b: ROOTS }) },
      {
        ...MODERN,
        handlers: {
          'elicitation/create': () => {
            throw new Error('nobody is there')
          },
          'roots/list': (_, { signal }) =>
            new Promise(() =>
              signal.addEventListener('abort', () => {
                isAborted = true
              }),
            ),
        },
      },
    )

    await expect(server.session.callTool('t')).rejects.toMatchObject({
      code: 'INPUT_UNANSWERED',
      message: 'Cannot call "t": the server needs input, and a handler failed: "nobody is there"',
    })
    expect(isAborted).toBe(true)
  })

  it.each<[string, () => unknown, string]>([
    ['nothing', () => undefined, 'its handler returned no object'],
    ['a text', () => Promise.resolve('accept'), 'its handler returned no object'],
    ['a big integer', () => ({ content: { n: 1n } }), 'its handler returned what is no JSON'],
  ])('does not send %s for what a handler returned', async (_, handler, reason) => {
    await using server = await openScripted(
      { 'tools/call': () => needs({ a: ASK }) },
      // As a test in JavaScript may have it.
      { ...MODERN, handlers: { 'elicitation/create': handler as () => JsonObject } },
    )

    await expect(server.session.callTool('t')).rejects.toMatchObject({
      code: 'INPUT_UNANSWERED',
      message: expect.stringContaining(reason),
    })
    expect(server.told).toHaveLength(2)
  })

  it('waits for a handler no longer than for the request, and not once the caller is gone', async () => {
    const clock = manualClock()
    const gone = new AbortController()
    await using server = await openScripted(
      { 'tools/call': () => needs({ a: ROOTS }) },
      { ...MODERN, clock, handlers: { 'roots/list': () => new Promise(() => undefined) } },
    )

    const late = expect(server.session.callTool('t', {}, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    })
    const aborted = expect(server.session.callTool('t', {}, { signal: gone.signal })).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
      cause: 'enough',
    })
    await turn()
    gone.abort('enough')
    clock.advance(50)
    await Promise.all([late, aborted])
  })

  it.each<[string, JsonObject, string]>([
    ['says nothing more', {}, 'it requires input and says neither which nor a requestState'],
    ['names no requests', { inputRequests: { a: 1 } }, 'its inputRequests are {"a":1}, not requests by name'],
    ['has a state that is no text', { requestState: 1 }, 'its requestState is 1, not a string'],
  ])('rejects a request whose answer requires input and %s', async (_, more, reason) => {
    await using server = await openScripted(
      { 'tools/call': { resultType: 'input_required', ...more } },
      MODERN,
    )

    await expect(server.session.callTool('t')).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      message: `Cannot call "t": the answer cannot be used, ${reason}`,
    })
  })

  it('rejects an answer of a kind that it does not know, and input for a method that takes none', async () => {
    await using server = await openScripted(
      { 'tools/call': { resultType: 'later' }, 'tools/list': () => needs({ a: ROOTS }) },
      MODERN,
    )

    await expect(server.session.callTool('t')).rejects.toMatchObject({ code: 'RESPONSE_INVALID' })
    await expect(server.session.listTools()).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      message: 'Cannot list the tools: the answer cannot be used, tools/list cannot require input',
    })
  })

  it('hands a raw request its result as it came, and every final response to who wants it', async () => {
    const responses: unknown[] = []
    const rounds = [needs({ a: ROOTS }), needs({ a: ROOTS }), DONE]
    await using server = await openScripted({ 'tools/call': () => rounds.shift() }, { ...MODERN, handlers })

    expect(await server.session.request('tools/call', { name: 't' })).toEqual(needs({ a: ROOTS }))
    await server.session.callTool('t', {}, { onResponse: ({ result }) => responses.push(result) })
    expect(responses).toEqual([DONE])
  })

  it('is a matter of the modern era: a legacy result is read as it stands', async () => {
    await using server = await openScripted({ 'tools/call': { ...DONE, resultType: 'input_required' } })

    expect(await server.session.callTool('t')).toMatchObject({ kind: 'result' })
  })
})

function withoutMeta(message: JsonObject | undefined): unknown {
  const { _meta, ...params } = Object(message?.params)
  return params
}
