/** Waits over HTTP. */
import { startHttp } from '../../../src/transport/index.js'
import { hear, request } from '../../transport/hear.js'
import { serveHttp } from '../../transport/serve-http.js'
import { connect, hangOverHttp, MANNERS, posts } from './hang-over-http.js'
import { hungCall } from './hung-requests.js'
import { type Proofs, SECOND, timed } from './proof.js'

export const HTTP_WAITS: Proofs = {
  'HTTP: a connection, and the head of the response': [
    hungCall(() => undefined),
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'HANDSHAKE_FAILED' },
      // Not even a fetch that does not listen to its signal.
      wait: (time) => {
        const http = { fetch: () => new Promise<Response>(() => undefined) }
        return timed(time, connect('http://127.0.0.1:9/mcp', time, { http }))
      },
    },
  ],
  'HTTP: the rest of a body': [
    hungCall(MANNERS['sends no more than the head']),
    hungCall(MANNERS['sends half a body']),
    hungCall(MANNERS['sends a byte now and then']),
    hungCall(MANNERS['refuses with half a body']),
  ],
  'HTTP: the answer on a stream of events': [
    hungCall(MANNERS['opens a stream without a word']),
    hungCall(MANNERS['opens a stream that it only keeps alive']),
  ],
  'HTTP: that a notification is taken, where something follows it': [
    {
      limitMs: 5 * SECOND,
      comesTo: undefined,
      async wait(time) {
        await using server = await hangOverHttp(posts('notifications/x'), () => undefined)
        const transport = await startHttp(server.url, { clock: time.clock })
        hear(transport)
        const notice = transport.send({ jsonrpc: '2.0', method: 'notifications/x' }).catch(() => undefined)
        const outcome = await timed(time, transport.send(request(1)), server.hung)
        await transport.close()
        await notice
        return outcome
      },
    },
  ],
  'HTTP: the head of the stream on which the server speaks unasked': [
    {
      limitMs: 0.1 * SECOND,
      comesTo: undefined,
      async wait(time) {
        await using server = await hangOverHttp(
          ({ method }) => method === 'GET',
          () => undefined,
        )
        const opening = connect(server.url, time)
        const outcome = await timed(
          time,
          opening.then(() => undefined),
          server.hung,
        )
        time.run()
        await (await opening).close()
        return outcome
      },
    },
  ],
  'HTTP: the next attempt at a stream that broke': [
    {
      file: 'test/transport/http-reconnection.test.ts',
      title: 'is asked for less and less where it %s, and the request fails',
    },
    {
      file: 'src/transport/http/reconnection.test.ts',
      title: 'waits longer after every attempt that brings nothing, and gives up after the eighth',
    },
  ],
  "HTTP: the end of the server's session": [
    {
      limitMs: SECOND,
      comesTo: undefined,
      async wait(time) {
        await using server = await hangOverHttp(
          ({ method }) => method === 'DELETE',
          () => undefined,
        )
        const opening = connect(server.url, time)
        await time.until(opening)
        const session = await opening
        const closing = session.close()
        return await timed(time, closing, server.hung)
      },
    },
  ],
  'HTTP: the authorization server': [
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'HANDSHAKE_FAILED' },
      async wait(time) {
        await using server = await serveHttp((asked, response) => {
          if (asked.path === '/mcp') response.writeHead(401).end()
        })
        const authProvider = {
          clientMetadata: { redirect_uris: ['http://localhost/back'] },
          redirectUrl: 'http://localhost/back',
          clientInformation: () => ({ client_id: 'test' }),
          tokens: () => undefined,
          saveTokens: () => undefined,
          redirectToAuthorization: () => undefined,
          saveCodeVerifier: () => undefined,
          codeVerifier: () => 'v',
        }
        const opening = connect(server.url, time, { http: { authProvider } })
        return await timed(
          time,
          opening,
          server.heard(({ path }) => path !== '/mcp'),
        )
      },
    },
  ],
}
