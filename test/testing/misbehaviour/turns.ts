/** Servers that answer when, or in an order, that a client does not expect, and that ask back. */
import { expect } from 'vitest'
import { manualClock, type SessionError } from '../../../src/base/index.js'
import { answered, callsInTurn, type Misbehaviour, type Play, said, told } from './misbehaviour.js'

/** Of the one server whose time this moves, whatever the machine is busy with. */
const clock = manualClock()

/** Gives up a call that has had all the time that a server needs: one that answers does so before it answers the ping that comes later. */
async function givesUp(client: Parameters<Play>[0], args: { readonly message?: string }): Promise<unknown> {
  const call = told(client.callTool('echo', args, { timeout: 100 }))
  await client.ping()
  clock.advance(100)
  return call
}

/** Every ping makes the server report progress: for longer than the call's own limit, up to the hard one. */
const progressForEver: Play = async (client) => {
  const limits = { timeout: 500, resetTimeoutOnProgress: true, maxTotalMs: 1500 }
  const call = client.callTool('echo', { message: 'for ever' }, limits).then(
    ({ outcome }) => outcome,
    ({ code, data }: SessionError) => ({ code, data }),
  )
  for (let ms = 0; ms < limits.maxTotalMs; ms += 100) {
    await client.ping()
    clock.advance(100)
  }
  return call
}

const abc = [said('a'), said('b'), said('c')]

export const TURNS: readonly Misbehaviour[] = [
  {
    points: ['handshake'],
    server: 'awaits-initialized',
    what: 'says that it is initialized, and keeps what the server told about itself',
    async play(client) {
      const { serverInfo, capabilities, instructions, revision } = client.session
      return {
        serverInfo,
        capabilities,
        instructions,
        revision,
        call: await told(client.callTool('echo', { message: 'hello' })),
      }
    },
    expected: {
      serverInfo: expect.objectContaining({ name: 'strict', version: '2.0.1' }),
      capabilities: { tools: { listChanged: false }, experimental: { 'com.example/strict': {} } },
      instructions: 'Say hello first',
      revision: '2025-11-25',
      call: said('hello'),
    },
    frames: [{ id: 1, result: { instructions: 'Say hello first' } }, answered(2, 'hello')],
    deadlineMs: 5000,
    control: {
      server: 'echo',
      expected: {
        serverInfo: { name: 'fixture', version: '1.0.0' },
        capabilities: { tools: {} },
        instructions: undefined,
        revision: '2025-11-25',
        call: said('hello'),
      },
    },
  },
  {
    points: ['answers by id'],
    server: 'log-before-reply',
    what: 'takes no notification for an answer',
    play: callsInTurn('a', 'b', 'c'),
    expected: abc,
    frames: [
      { method: 'notifications/message' },
      answered(2, 'a'),
      { method: 'notifications/message' },
      answered(3, 'b'),
      { method: 'notifications/message' },
      answered(4, 'c'),
    ],
    deadlineMs: 5000,
    control: { server: 'echo', expected: abc },
  },
  {
    points: ['calls at once'],
    server: 'reverses-answers',
    what: 'gives each call its own answer',
    play: (client) =>
      Promise.all(['a', 'b', 'c'].map((message) => told(client.callTool('echo', { message })))),
    expected: abc,
    frames: [answered(4, 'c'), answered(3, 'b'), answered(2, 'a')],
    deadlineMs: 5000,
    control: { server: 'echo', expected: abc },
  },
  {
    points: ['requests of the server'],
    server: 'asks-during-call',
    what: 'answers what it can, refuses the rest, and waits for its own answer',
    start: { roots: ['file:///data'], onElicitation: { action: 'decline' } },
    expected: said(
      JSON.stringify({
        ping: {},
        'roots/list': { roots: [{ uri: 'file:///data', name: 'data' }] },
        'sampling/createMessage': -32601,
        'elicitation/create': { action: 'decline' },
      }),
    ),
    frames: [
      { id: 1, method: 'ping' },
      { id: 2, method: 'roots/list' },
      { id: 3, method: 'sampling/createMessage' },
      { id: 4, method: 'elicitation/create' },
      { id: 2, result: {} },
    ],
    deadlineMs: 5000,
    control: { server: 'echo', expected: said('hello') },
  },
  {
    points: ['given up'],
    server: 'late-reply',
    what: 'drops the late answer to a call that was given up, and only that',
    start: { clock },
    play: async (client) => [
      await givesUp(client, { message: 'slow' }),
      await told(client.callTool('echo', { message: 'next' })),
      client.session.lateReplies,
    ],
    expected: [{ thrown: 'REQUEST_TIMEOUT' }, said('next'), 1],
    frames: [answered(2, 'too late'), answered(4, 'next')],
    deadlineMs: 5000,
    control: { server: 'echo', expected: [said('slow'), said('next'), 0] },
  },
  {
    points: ['given up', 'time limits'],
    server: 'silent-call',
    what: 'gives a call up in time, tells the server, and goes on',
    start: { clock },
    play: async (client) => {
      const call = await givesUp(client, {})
      const [tool] = await client.listTools()
      return { call, cancelled: tool?.description }
    },
    expected: { call: { thrown: 'REQUEST_TIMEOUT' }, cancelled: '[2]' },
    frames: [{ id: 4, result: { tools: [{ description: '[2]' }] } }],
    deadlineMs: 5000,
    control: { server: 'echo', expected: { call: said(''), cancelled: 'Says what it is told' } },
  },
  {
    points: ['time limits'],
    server: 'reports-progress',
    what: 'waits longer while there is progress, up to a hard limit',
    start: { clock },
    play: progressForEver,
    expected: { code: 'REQUEST_TIMEOUT', data: { timeoutMs: 1500 } },
    frames: [{ method: 'notifications/progress' }, { result: {} }],
    deadlineMs: 6000,
    control: { server: 'echo', expected: said('for ever') },
  },
]
