import { describe, expect, it } from 'vitest'
import { startServer } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('wire:server-requests-answered')

const ROOTS = { roots: [{ uri: 'file:///data', name: 'data' }] }
const ANSWER = { role: 'assistant', content: { type: 'text', text: 'hello' }, model: 'none' }

describe('session whose server asks in the middle of a call', () => {
  it('answers ping, refuses what it has no handler for, and then gets its own answer', async () => {
    await using server = await startServer('asks-during-call')

    expect(await server.session.callTool('echo')).toEqual({
      kind: 'result',
      content: [
        {
          type: 'text',
          text: '{"ping":{},"roots/list":-32601,"sampling/createMessage":-32601,"elicitation/create":-32601}',
        },
      ],
    })
  })

  it('answers through its handlers, declares them, and turns what they throw into an error', async () => {
    await using server = await startServer('asks-during-call', {
      handlers: {
        'roots/list': () => ROOTS,
        'sampling/createMessage': () => Promise.resolve(ANSWER),
        'elicitation/create': ({ message }) => {
          throw new Error(`nobody knows ${String(message)}`)
        },
      },
    })

    const answer = await server.session.callTool('echo')
    expect(
      answer.kind === 'result' && answer.content[0]?.type === 'text' && JSON.parse(answer.content[0].text),
    ).toEqual({
      ping: {},
      'roots/list': ROOTS,
      'sampling/createMessage': ANSWER,
      'elicitation/create': -32603,
    })
    expect(server.events.find(({ kind }) => kind === 'sent')).toMatchObject({
      message: { params: { capabilities: { roots: {}, sampling: {}, elicitation: {} } } },
    })
  })

  it('does not answer a request that the server has cancelled, and tells the handler', async () => {
    let wasCancelled = false
    await using server = await startServer('asks-and-cancels', {
      handlers: {
        'roots/list': (_, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              wasCancelled = true
              resolve(ROOTS)
            })
          }),
      },
    })

    expect(await server.session.callTool('echo')).toMatchObject({ content: [{ text: 'ping' }] })
    expect(wasCancelled).toBe(true)
  })
})
