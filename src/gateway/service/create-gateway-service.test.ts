import { describe, expect, it } from 'vitest'
import { connectGateway, serviceOf } from '../../../test/gateway/service-client.js'
import { verifies } from '../../../test/verifies.js'
import type { JsonObject } from '../../base/index.js'

verifies('gateway:forwarding')

const ERAS = ['legacy', 'modern'] as const
const BOTH = ERAS.flatMap((era) => ERAS.map((upstreamEra) => [era, upstreamEra] as const))

function tool(name: string, more: JsonObject = {}): JsonObject {
  return { name, inputSchema: { type: 'object' }, ...more }
}

function toolsOf(...tools: JsonObject[]) {
  return { 'tools/list': () => ({ result: { tools } }) }
}

const text = (said: string): JsonObject => ({ content: [{ type: 'text', text: said }] })

describe('gateway service', () => {
  it('lists its own tools, then those of its servers behind their names, as they came', async () => {
    const own = tool('execute')
    await using client = await connectGateway(
      {
        files: serviceOf(toolsOf(tool('read', { annotations: { readOnlyHint: true }, extra: 1 }))),
        'my notes': serviceOf(toolsOf(tool('read'))),
      },
      { ownTools: [{ definition: own, call: async () => ({ result: text('own') }) }] },
    )

    expect(await client.session.request('tools/list')).toEqual({
      tools: [
        own,
        tool('files__read', { annotations: { readOnlyHint: true }, extra: 1 }),
        tool('my_notes__read'),
      ],
    })
    expect(await client.session.request('tools/call', { name: 'execute' })).toEqual(text('own'))
  })

  it('says of a large list how large it is, once to the person, and that a shorter one can be had', async () => {
    verifies('gateway:large-lists')
    const many = Array.from({ length: 120 }, (_, i) => tool(`tool_${i}`, { description: 'x'.repeat(800) }))
    const told: string[] = []
    const some = (tools: JsonObject[], listing: 'all' | 'own' = 'all') =>
      connectGateway({ s: serviceOf(toolsOf(...tools)) }, { listing, onLargeList: (each) => told.push(each) })
    await using large = await some(many)
    await using small = await some(many.slice(0, 60))
    await using own = await some(many, 'own')

    const { _meta } = (await large.session.request('tools/list')) as JsonObject
    await large.session.request('tools/list')

    expect(_meta).toMatchObject({
      'dev.understudy/large': { tools: 120, hint: expect.stringContaining('--list own') },
    })
    for (const { session } of [small, own])
      expect(await session.request('tools/list')).not.toHaveProperty('_meta')
    expect(told).toEqual([expect.stringMatching(/^The list of 120 tools has \d{3} kB, about \d+ tokens/)])
  })

  it('shows under each name the tool that is called by it', async () => {
    const server = (said: string, name: string) =>
      serviceOf({
        ...toolsOf(tool(name, { title: said })),
        'tools/call': () => ({ result: text(said) }),
      })
    const called = (name: string) => client.session.request('tools/call', { name })
    await using client = await connectGateway({ a: server('of a', 'b__c'), a__b: server('of a__b', 'c') })

    expect(await client.session.request('tools/list')).toEqual({
      tools: [tool('a___b__c', { title: 'of a' }), tool('a__b__c', { title: 'of a__b' })],
    })
    expect([await called('a___b__c'), await called('a__b__c')]).toEqual([text('of a'), text('of a__b')])
  })

  it('hands on the params of a call and its answer as they came, but for the name', async () => {
    const answer = { ...text('done'), unknownField: [1], _meta: { 'a/b': 2 } }
    let came: JsonObject | undefined
    await using client = await connectGateway({
      files: serviceOf({
        'tools/call'(params) {
          came = params
          return { result: answer }
        },
      }),
    })
    const params = { arguments: { a: [{}] }, unknownField: null, _meta: { 'c/d': 'e' } }

    const result = await client.session.request('tools/call', { name: 'files__read', ...params })

    expect(result).toEqual(answer)
    expect(came).toEqual({ name: 'read', ...params })
  })

  it.each(BOTH)('hands on errors with code and data: client %s, server %s', async (era, upstreamEra) => {
    const error = { code: -31999, message: 'No', data: { why: ['because'] } }
    await using client = await connectGateway(
      { a: serviceOf({ 'tools/call': () => ({ error }) }) },
      { era, upstreamEra },
    )

    await expect(client.session.request('tools/call', { name: 'a__x' })).rejects.toMatchObject({
      code: 'RPC_ERROR',
      data: error,
    })
  })

  it.each(BOTH)(
    'tells progress, and carries a question to the client and back: client %s, server %s',
    async (era, upstreamEra) => {
      const asked: JsonObject[] = []
      const progress: JsonObject[] = []
      await using client = await connectGateway(
        {
          a: serviceOf({
            async 'tools/call'(_, turn) {
              turn.notify('notifications/progress', { progress: 1, total: 2, message: 'half' })
              const answer = await turn.ask('elicitation/create', { message: 'Sure?', requestedSchema: {} })
              return { result: text(JSON.stringify(answer)) }
            },
          }),
        },
        {
          ...{ era, upstreamEra },
          handlers: {
            'elicitation/create'(params) {
              asked.push(params)
              return { action: 'accept', content: { sure: true } }
            },
          },
        },
      )

      const outcome = await client.session.callTool(
        'a__x',
        {},
        { onProgress: (each) => void progress.push({ ...each }) },
      )

      expect(outcome).toMatchObject({
        kind: 'result',
        content: [{ type: 'text', text: '{"result":{"action":"accept","content":{"sure":true}}}' }],
      })
      expect(asked).toEqual([{ message: 'Sure?', requestedSchema: {} }])
      expect(progress).toEqual([{ progress: 1, total: 2, message: 'half' }])
    },
  )

  it.each(BOTH)(
    'cancels at the server what the client cancels: client %s, server %s',
    async (era, upstreamEra) => {
      const cancelled = new AbortController()
      const client = new AbortController()
      await using gateway = await connectGateway(
        {
          a: serviceOf({
            'tools/call': (_, { signal }) => {
              client.abort()
              return new Promise((_, reject) => {
                signal.addEventListener('abort', () => {
                  cancelled.abort()
                  reject(signal.reason)
                })
              })
            },
          }),
        },
        { era, upstreamEra },
      )

      await expect(gateway.session.callTool('a__x', {}, { signal: client.signal })).rejects.toMatchObject({
        code: 'REQUEST_ABORTED',
      })
      if (!cancelled.signal.aborted)
        await new Promise((resolve) => cancelled.signal.addEventListener('abort', resolve))
    },
  )

  it.each(BOTH)('tells changes of lists and of resources: client %s, server %s', async (era, upstreamEra) => {
    await using client = await connectGateway(
      {
        a: serviceOf({
          ...toolsOf(tool('x')),
          'resources/list': () => ({ result: { resources: [{ uri: 'a:1', name: 'one' }] } }),
          'resources/templates/list': () => ({ result: { resourceTemplates: [] } }),
          'resources/subscribe': () => ({ result: {} }),
          'tools/call'(_, __, { connection }) {
            connection.notify('notifications/resources/updated', { uri: 'a:1' })
            if (upstreamEra === 'legacy') connection.notify('notifications/prompts/list_changed')
            return { result: text('told') }
          },
        }),
        b: serviceOf(toolsOf()),
      },
      { era, upstreamEra },
    )
    await client.session.subscribe({ resourceUris: ['a:1'], prompts: true })
    // The modern era is told at once that it listens, and the server is asked behind that.
    await client.session.listResources()
    await client.session.listTools()

    const updated = client.heard('notifications/resources/updated')
    await client.session.callTool('a__x')

    expect(await updated).toMatchObject({ uri: 'a:1' })
    if (upstreamEra === 'legacy') await client.heard('notifications/prompts/list_changed')
  })

  it('lists what it can where a server cannot be asked, and says which', async () => {
    await using client = await connectGateway({ a: serviceOf(toolsOf(tool('x'))), b: 'it does not start' })

    expect(await client.session.request('tools/list')).toEqual({
      tools: [tool('a__x')],
      _meta: { 'dev.understudy/unavailable': [{ server: 'b', reason: 'it does not start' }] },
    })
    await expect(client.session.request('tools/call', { name: 'b__x' })).rejects.toMatchObject({
      data: { code: -32603, message: 'it does not start' },
    })
    expect((await client.session.callTool('a__x')).kind).toBe('rpc-error')
  })

  it('refuses a list when nobody can be asked', async () => {
    await using client = await connectGateway({ b: 'it does not start' })

    await expect(client.session.request('tools/list')).rejects.toMatchObject({
      data: { code: -32603, message: 'No server can be asked: it does not start' },
    })
  })

  it.each([
    ['tools/call', { name: 'c__x' }, -32602, 'Unknown tool: c__x'],
    ['tools/call', {}, -32602, 'Invalid params: the name of a tool is a string'],
    ['prompts/get', { name: 'x' }, -32602, 'Invalid params: Unknown prompt: x'],
    ['resources/read', { uri: 'z:1' }, -32002, 'Resource not found: z:1'],
    ['resources/read', {}, -32602, 'Invalid params: the uri of a resource is a string'],
    ['tools/list', { cursor: '1' }, -32602, 'Invalid params: the list has one page, and no cursor'],
    [
      'logging/setLevel',
      { level: 'loud' },
      -32602,
      'Invalid params: the level of logs is none of the protocol',
    ],
    ['completion/complete', { ref: {} }, -32602, 'Invalid params: no server has what "ref" names'],
    ['tasks/get', {}, -32601, 'Method not found: tasks/get'],
  ])('answers %s of %j with an error', async (method, params, code, message) => {
    const empty = serviceOf({
      ...toolsOf(),
      'prompts/list': () => ({ result: { prompts: [] } }),
      'resources/list': () => ({ result: { resources: [] } }),
    })
    await using client = await connectGateway({ a: empty, b: empty })

    await expect(client.session.request(method, params)).rejects.toMatchObject({ data: { code, message } })
  })

  it.each([
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ])(
    'says of %s what the servers say where none of them has it, and lists it where one has',
    async (method, member) => {
      const has = {
        ...toolsOf(),
        'resources/list': () => ({ result: { resources: [] } }),
        'prompts/get': () => ({ result: {} }),
      }
      const without = serviceOf({
        ...has,
        [method]: () => ({ error: { code: -32601, message: 'We have none' } }),
      })
      const empty = serviceOf({ ...has, [method]: () => ({ result: { [member]: [] } }) })
      await using client = await connectGateway({ a: without, b: without })
      await using other = await connectGateway({ a: without, b: empty })

      await expect(client.session.request(method)).rejects.toMatchObject({
        data: { code: -32601, message: 'We have none' },
      })
      expect(await other.session.request(method)).toEqual({ [member]: [] })
    },
  )

  it('finds prompts, resources and completions at the server that has them', async () => {
    const having = (own: string) =>
      serviceOf({
        ...toolsOf(),
        'prompts/list': () => ({ result: { prompts: [{ name: 'ask' }] } }),
        'prompts/get': ({ name }) => ({ result: { messages: [], description: `${own}: ${name}` } }),
        'resources/list': () => ({ result: { resources: [{ uri: `${own}:1`, name: '1' }] } }),
        'resources/templates/list': () => ({
          result: { resourceTemplates: [{ uriTemplate: `${own}:t/{id}`, name: 't' }] },
        }),
        'resources/read': ({ uri }) =>
          String(uri).endsWith('missing')
            ? { error: { code: -32002, message: 'missing' } }
            : { result: { contents: [{ uri: String(uri), text: own }] } },
        'completion/complete': ({ ref }) => ({
          result: { completion: { values: [own, JSON.stringify(ref)] } },
        }),
      })
    await using client = await connectGateway({ a: having('a'), b: having('b') })
    const { session } = client
    const read = async (uri: string) =>
      (await session.readResource(uri)).map((each) => 'text' in each && each.text)

    expect((await session.listPrompts()).map(({ name }) => name)).toEqual(['a__ask', 'b__ask'])
    expect((await session.getPrompt('b__ask')).description).toBe('b: ask')
    expect((await session.listResources()).map(({ uri }) => uri)).toEqual(['a:1', 'b:1'])
    expect(await read('b:1')).toEqual(['b'])
    expect(await read('b:t/7')).toEqual(['b'])
    // Listed by nobody: the first that knows it.
    expect(await read('c:1')).toEqual(['a'])
    const complete = (ref: Parameters<typeof session.complete>[0]) =>
      session.complete(ref, { name: 'x', value: '' })
    expect((await complete({ type: 'ref/prompt', name: 'b__ask' })).values).toEqual([
      'b',
      '{"type":"ref/prompt","name":"ask"}',
    ])
    expect((await complete({ type: 'ref/resource', uri: 'b:t/{id}' })).values[0]).toBe('b')
  })

  it('tells the server the level of logs with the next call, and hands on what is loud enough', async () => {
    const levels: unknown[] = []
    await using client = await connectGateway({
      a: serviceOf({
        'logging/setLevel'({ level }) {
          levels.push(level)
          return { result: {} }
        },
        'tools/call'(_, turn) {
          turn.notify('notifications/message', { level: 'info', data: 'quiet' })
          turn.notify('notifications/message', { level: 'error', data: 'loud' })
          return { result: text('done') }
        },
      }),
    })

    await client.session.setLogLevel('warning')
    await client.session.callTool('a__x')
    await client.session.callTool('a__x')

    expect(levels).toEqual(['warning'])
    expect(client.told.map(({ params }) => params.data)).toEqual(['loud', 'loud'])
  })
})

describe('gateway service with plain names', () => {
  it('calls tools by the names of their servers', async () => {
    const answering = (said: string) => ({ 'tools/call': () => ({ result: text(said) }) })
    await using client = await connectGateway(
      {
        a: serviceOf({ ...toolsOf(tool('x')), ...answering('a') }),
        b: serviceOf({ ...toolsOf(tool('y')), ...answering('b') }),
      },
      { toolNames: 'plain' },
    )

    expect(await client.session.request('tools/call', { name: 'y' })).toEqual(text('b'))
    expect(await client.session.request('tools/list')).toEqual({ tools: [tool('x'), tool('y')] })
  })

  it('puts the server before the names that two servers have, and refuses to guess', async () => {
    const same = (said: string) =>
      serviceOf({ ...toolsOf(tool('x'), tool(`own_${said}`)), 'tools/call': () => ({ result: text(said) }) })
    await using client = await connectGateway({ a: same('a'), b: same('b') }, { toolNames: 'plain' })
    const called = (name: string) => client.session.request('tools/call', { name })

    expect(await client.session.request('tools/list')).toEqual({
      tools: [tool('a__x'), tool('own_a'), tool('b__x'), tool('own_b')],
    })
    expect([await called('a__x'), await called('b__x'), await called('own_b')]).toEqual(
      ['a', 'b', 'b'].map(text),
    )
    await expect(called('x')).rejects.toMatchObject({
      data: { message: 'Cannot tell servers "a" and "b" apart: both have a tool "x"' },
    })
  })
})

describe('gateway service that can call nobody', () => {
  it('offers its tools and its own resources alone', async () => {
    const contents = [{ uri: 'understudy://runs/1', text: '{}' }]
    await using client = await connectGateway(
      { a: serviceOf(toolsOf(tool('x'))) },
      {
        isLive: false,
        callUpstream: async () => ({ result: text('rehearsed') }),
        ownResources: {
          list: async () => [{ uri: 'understudy://runs/1', name: 'run' }],
          read: async (uri, { principal }) =>
            uri === 'understudy://runs/1' && principal === 'anonymous' ? contents : undefined,
        },
      },
    )
    const { session } = client

    expect(Object.keys(session.capabilities).sort()).toEqual(['logging', 'resources', 'tools'])
    expect(await session.request('tools/call', { name: 'a__x' })).toEqual(text('rehearsed'))
    expect(await session.readResource('understudy://runs/1')).toEqual(contents)
    await expect(session.readResource('understudy://runs/2')).rejects.toMatchObject({
      data: { code: -32002 },
    })
    await expect(session.readResource('a:1')).rejects.toMatchObject({ data: { code: -32002 } })
    await expect(session.request('prompts/list')).rejects.toMatchObject({ data: { code: -32601 } })
  })
})
