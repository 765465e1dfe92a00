import { describe, expect, it } from 'vitest'
import {
  LEGACY_SERVER,
  MODERN_SERVER,
  openScripted,
  type Reply,
} from '../../../test/fixtures/scripted-server.js'
import type { JsonObject } from '../../base/index.js'

const TIMES = { createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z' }
const HELLO = [{ type: 'text', text: 'hello' }]
const TASKS = 'io.modelcontextprotocol/tasks'
const legacyTask = (status: string): JsonObject => ({
  taskId: 't1',
  status,
  ttl: null,
  pollInterval: 10,
  ...TIMES,
})
const modernTask = (status: string, more: JsonObject = {}): JsonObject => ({
  resultType: 'complete',
  taskId: 't1',
  status,
  ttlMs: null,
  pollIntervalMs: 10,
  ...TIMES,
  ...more,
})

const LEGACY = {
  initialize: {
    ...LEGACY_SERVER,
    capabilities: { tasks: { requests: { tools: { call: {} } }, cancel: {} } },
  },
  'tools/call': { task: legacyTask('working') },
  'tasks/cancel': legacyTask('cancelled'),
}
const MODERN = {
  'server/discover': { ...MODERN_SERVER, capabilities: { extensions: { [TASKS]: {} } } },
  'tools/call': { ...modernTask('working'), resultType: 'task' },
  'tasks/update': { resultType: 'complete' },
  'tasks/cancel': { resultType: 'complete' },
}

describe('task of the legacy era', () => {
  it('is started, looked at, and gives its outcome', async () => {
    const states = ['working', 'working', 'completed']
    await using server = await openScripted({
      ...LEGACY,
      'tasks/get': () => legacyTask(states.shift() ?? ''),
      'tasks/result': { content: HELLO, isError: true },
    })

    const task = await server.session.startTask('slow', { x: 1 }, { ttlMs: 5000 })
    expect(task.initial).toEqual({
      taskId: 't1',
      status: 'working',
      pollIntervalMs: 10,
      raw: legacyTask('working'),
    })
    expect(server.told.at(-1)).toMatchObject({
      params: { name: 'slow', arguments: { x: 1 }, task: { ttl: 5000 } },
    })
    expect((await task.state()).status).toBe('working')
    expect(await task.result()).toEqual({ kind: 'tool-error', content: HELLO })
    expect(server.told.slice(3).map(({ method }) => method)).toEqual([
      'tasks/get',
      'tasks/get',
      'tasks/get',
      'tasks/result',
    ])
  })

  it('asks for the result as soon as input is needed, since the server asks for it meanwhile', async () => {
    await using server = await openScripted({
      ...LEGACY,
      'tasks/get': legacyTask('input_required'),
      'tasks/result': { content: HELLO },
    })

    const task = await server.session.startTask('slow')
    expect(await task.result()).toEqual({ kind: 'result', content: HELLO })
  })

  it('has an outcome too when it failed, and none when it was cancelled', async () => {
    const states = ['failed', 'cancelled']
    await using server = await openScripted({
      ...LEGACY,
      'tasks/get': () => legacyTask(states.shift() ?? ''),
      'tasks/result': () => ({ error: { code: -32603, message: 'it broke' } }),
    })

    const task = await server.session.startTask('slow')
    expect(await task.result()).toEqual({ kind: 'rpc-error', code: -32603, message: 'it broke' })
    expect((await task.cancel()).status).toBe('cancelled')
    await expect(task.result()).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
      message: 'Cannot get the result of "slow": the task was cancelled',
    })
  })

  it('is given up when it takes too long, or when the caller is gone', async () => {
    await using server = await openScripted({ ...LEGACY, 'tasks/get': legacyTask('working') })
    const task = await server.session.startTask('slow')

    await expect(task.result({ timeoutMs: 25 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      evidence: ['The task is working'],
    })
    await expect(task.result({ signal: AbortSignal.abort('enough') })).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
      cause: 'enough',
    })
  })

  it.each<[string, Reply]>([
    ['no task', { content: [] }],
    ['a task of no status', { task: { taskId: 't1', status: 'lost' } }],
  ])('is not started by an answer with %s', async (_, answer) => {
    await using server = await openScripted({ ...LEGACY, 'tools/call': () => answer })

    await expect(server.session.startTask('slow')).rejects.toMatchObject({ code: 'RESPONSE_INVALID' })
  })

  it('is not asked for where the server has none', async () => {
    await using server = await openScripted({})

    await expect(server.session.startTask('slow')).rejects.toMatchObject({
      code: 'USAGE',
      message:
        'Cannot call "slow" as a task: the server declares no tasks.requests.tools.call in revision 2025-11-25',
    })
  })
})

describe('task of the extension', () => {
  it('declares the extension for its requests alone, gives input once, and has its outcome within its state', async () => {
    const input = { inputRequests: { who: { method: 'roots/list', params: {} } } }
    const states = [
      modernTask('input_required', input),
      modernTask('input_required', input),
      modernTask('completed', { result: { content: HELLO } }),
    ]
    await using server = await openScripted(
      { ...MODERN, 'tasks/get': () => states.shift() },
      { era: 'modern', handlers: { 'roots/list': () => ({ roots: [] }) } },
    )

    const task = await server.session.startTask('slow', { x: 1 })
    expect(await task.result()).toEqual({ kind: 'result', content: HELLO })
    expect(server.told.map(({ method }) => method)).toEqual([
      'server/discover',
      'tools/call',
      'tasks/get',
      'tasks/update',
      'tasks/get',
      'tasks/get',
    ])
    expect(server.told[3]).toMatchObject({ params: { taskId: 't1', inputResponses: { who: { roots: [] } } } })
    expect(server.told.map(declaresTasks)).toEqual([false, true, true, true, true, true])
  })

  it('is cancelled, and then looked at', async () => {
    await using server = await openScripted(
      { ...MODERN, 'tasks/get': modernTask('cancelled') },
      { era: 'modern' },
    )

    const task = await server.session.startTask('slow')
    expect((await task.cancel()).status).toBe('cancelled')
    await expect(task.result()).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  })

  it('failed with the error of the protocol', async () => {
    await using server = await openScripted(
      { ...MODERN, 'tasks/get': modernTask('failed', { error: { code: -32603, message: 'it broke' } }) },
      { era: 'modern' },
    )

    const task = await server.session.startTask('slow')
    expect(await task.result()).toEqual({ kind: 'rpc-error', code: -32603, message: 'it broke' })
  })

  it.each<[Reply, object]>([
    [
      { resultType: 'complete', content: HELLO },
      { kind: 'result', content: HELLO },
    ],
    [{ error: { code: -32602, message: 'no' } }, { kind: 'rpc-error', code: -32602, message: 'no' }],
  ])('has ended already where the server answers %j at once', async (answer, outcome) => {
    await using server = await openScripted({ ...MODERN, 'tools/call': () => answer }, { era: 'modern' })

    const task = await server.session.startTask('quick')
    expect(task.taskId).toBe('')
    expect(await task.result()).toEqual(outcome)
    expect(await task.cancel()).toEqual(await task.state())
    expect(server.told).toHaveLength(2)
  })

  it('is followed to its end where a plain call becomes one', async () => {
    const states = [modernTask('working'), modernTask('completed', { result: { content: HELLO } })]
    const responses: unknown[] = []
    await using server = await openScripted(
      { ...MODERN, 'tasks/get': () => states.shift() },
      { era: 'modern', capabilities: { extensions: { [TASKS]: {} } } },
    )

    expect(
      await server.session.callTool(
        'slow',
        {},
        { onProgress: () => undefined, onResponse: ({ result }) => responses.push(result) },
      ),
    ).toEqual({ kind: 'result', content: HELLO })
    expect(responses).toMatchObject([{ status: 'completed' }])
    const tokens = server.told.map(({ params }) => Object(Object(params)._meta).progressToken)
    expect(tokens).toEqual([undefined, 2, undefined, undefined])
  })

  it('cannot become of a request other than a call', async () => {
    await using server = await openScripted(
      { ...MODERN, 'resources/read': { ...modernTask('working'), resultType: 'task' } },
      { era: 'modern' },
    )

    await expect(server.session.readResource('a:b')).rejects.toMatchObject({ code: 'RESPONSE_INVALID' })
  })
})

function declaresTasks({ params }: JsonObject): boolean {
  const capabilities = Object(Object(Object(params)._meta)['io.modelcontextprotocol/clientCapabilities'])
  return Object(capabilities.extensions)[TASKS] !== undefined
}
