/** Messages that come over HTTP in a way that the specification does not allow: told, and heard all the same. */
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startHttp } from '../../src/transport/index.js'
import { verifies } from '../verifies.js'
import { hear, request } from './hear.js'
import { type HeardRequest, resultOf, sendEvents, sendJson, serveHttp } from './serve-http.js'

verifies('http:misdelivered-told')

const event = (message: unknown) => `data: ${JSON.stringify(message)}`

async function heardOf(answer: (asked: HeardRequest, response: ServerResponse) => void) {
  await using server = await serveHttp(answer)
  await using transport = await startHttp(server.url)
  const heard = hear(transport)
  const failure = await transport.send(request(1)).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { heard, failure }
}

describe('the status of an answer', () => {
  it.each([201, 202, 400, 500])('is told where a result comes with %i', async (status) => {
    const { heard } = await heardOf((asked, response) => sendJson(response, resultOf(asked), status))

    expect(heard.messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
    expect(heard.misdelivered).toEqual([`a result came with HTTP ${status}, where an answer comes with 200`])
  })

  it('is told where an error comes with 202, and where a stream does', async () => {
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } }
    const { heard } = await heardOf((_, response) => sendJson(response, error, 202))
    const { heard: streamed } = await heardOf((asked, response) => {
      response.writeHead(201, { 'content-type': 'text/event-stream' })
      response.end(`${event(resultOf(asked))}\n\n`)
    })

    expect(heard.misdelivered).toEqual(['a message came with HTTP 202, where an answer comes with 200'])
    expect(streamed.misdelivered).toEqual(['a stream of events came with HTTP 201, where one comes with 200'])
  })

  it.each([200, 400, 404, 500])('is right where an error comes with %i', async (status) => {
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } }
    const { heard } = await heardOf((_, response) => sendJson(response, error, status))

    expect([heard.messages, heard.misdelivered]).toEqual([[error], []])
  })
})

describe('an answer on another stream', () => {
  /** Holds the first POST until the second has come; then each is answered on the other one's stream. */
  it('is told and heard: on that of another request, before and after its own has ended', async () => {
    const held: { readonly asked: HeardRequest; readonly response: ServerResponse }[] = []
    await using server = await serveHttp((asked, response) => {
      held.push({ asked, response })
      const [first, second] = held
      if (first === undefined || second === undefined) return
      for (const each of held) each.response.writeHead(200, { 'content-type': 'text/event-stream' })
      first.response.end(`${event(resultOf(second.asked))}\n\n`)
      first.response.on('close', () => second.response.end(`${event(resultOf(first.asked))}\n\n`))
    })
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    const [lost, answered] = await Promise.allSettled([
      transport.send(request(1)),
      transport.send(request(2)),
    ])
    await heard.until(({ messages }) => messages.length === 2)

    expect([lost.status, answered.status]).toEqual(['rejected', 'fulfilled'])
    expect(heard.misdelivered).toEqual([
      'the answer to the request with the id 2 came on the stream of another request',
      'the answer to the request with the id 1 came on the stream of another request, whose own had ended without it',
    ])
  })

  it('is told and heard: on the one on which the server speaks unasked', async () => {
    let stream: ServerResponse | undefined
    await using server = await serveHttp((asked, response) => {
      if (asked.method === 'GET') {
        sendEvents(response, ': here')
        stream = response
      } else if (asked.message.method === 'notifications/initialized') response.writeHead(202).end()
      // Its own stream stays open, and silent.
      else stream?.write(`${event(resultOf(asked))}\n\n`)
    })
    await using transport = await startHttp(server.url)
    const heard = hear(transport)
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await server.heard(({ method }) => method === 'GET')

    void transport.send(request(1)).catch(() => undefined)
    await heard.until(({ misdelivered }) => misdelivered.length === 1)

    expect(heard.messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
    expect(heard.misdelivered).toEqual([
      'the answer to the request with the id 1 came on the stream on which the server speaks unasked',
    ])
  })
})

describe('what is no message', () => {
  it('is told with the place where it came', async () => {
    const { heard } = await heardOf((asked, response) => {
      sendEvents(response, 'data: hello', 'event: note\ndata: 1', event(resultOf(asked)))
      response.end()
    })
    const { heard: body } = await heardOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    })

    expect([...heard.noises, ...body.noises].map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      'an event of a stream: it is not JSON',
      'an event of a stream: its type is "note"',
      'the body of a response: its content type is "text/html"',
    ])
  })

  it('is shown where JSON is called a stream of events', async () => {
    const { heard, failure } = await heardOf((asked, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`${JSON.stringify(resultOf(asked))}\n`)
    })

    expect(heard.noises).toEqual([
      {
        line: '{"jsonrpc":"2.0","id":1,"result":{}}',
        place: 'a line of a stream of events',
        reason: 'it belongs to no event',
      },
    ])
    expect(failure).toMatchObject({
      code: 'HTTP_FAILED',
      evidence: ['A line of the stream that belongs to no event:', '  {"jsonrpc":"2.0","id":1,"result":{}}'],
      hint: expect.stringContaining('application/json'),
    })
  })
})

it.each([
  ['1.5', 'its Retry-After is neither seconds nor a date: "1.5"'],
  ['7', 'the server asks to wait 7 s before it is asked again (Retry-After)'],
  [
    'Fri, 31 Dec 1999 23:59:59 GMT',
    'the server asks to wait until Fri, 31 Dec 1999 23:59:59 GMT before it is asked again (Retry-After)',
  ],
])('how long a server wants to be left alone is told: %s', async (after, hint) => {
  const { failure } = await heardOf((_, response) => {
    response.writeHead(429, { 'retry-after': after }).end('slow down')
  })

  expect(failure).toMatchObject({ code: 'HTTP_FAILED', hint })
})
