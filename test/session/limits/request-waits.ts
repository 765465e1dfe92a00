/** Waits of every transport for answers. */
import { connectServer } from '../../../src/session/index.js'
import { fixture } from '../../fixtures/start-server.js'
import { resultOf, sendEvents, sendJson } from '../../transport/serve-http.js'
import { inMemory } from './answers-in-memory.js'
import { hangOverHttp, posts, withSession } from './hang-over-http.js'
import { hungCall } from './hung-requests.js'
import { clientInfo, type Proofs, SECOND, timed } from './proof.js'

export const REQUEST_WAITS: Proofs = {
  'all: the answer to a request': [
    hungCall(() => undefined),
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'REQUEST_TIMEOUT' },
      async wait(time) {
        await using session = await inMemory(time, () => undefined)
        return await timed(time, session.listTools())
      },
    },
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'REQUEST_TIMEOUT' },
      async wait(time) {
        const { clock } = time
        const opening = connectServer(fixture('silent-call'), { clientInfo, clock, stdio: { graceMs: 100 } })
        const session = await opening
        const outcome = await timed(time, session.callTool('echo', {}))
        time.run()
        await session.close()
        return outcome
      },
    },
  ],
  'all: the answer to a request that tells progress, with `resetTimeoutOnProgress`': [
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'REQUEST_TIMEOUT' },
      async wait(time) {
        let progress = 0
        let isOver = false
        await using session = await inMemory(
          time,
          async (_, progressToken, say) => {
            while (!isOver) {
              say({
                jsonrpc: '2.0',
                method: 'notifications/progress',
                params: { progressToken, progress: ++progress },
              })
              await time.clock.sleep(SECOND)
            }
          },
          3 * SECOND,
        )
        const call = session.callTool('echo', {}, { resetTimeoutOnProgress: true })
        const outcome = await timed(time, call)
        isOver = true
        return outcome
      },
    },
  ],
  'all: all pages of a list': [
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'REQUEST_TIMEOUT' },
      async wait(time) {
        let page = 0
        await using session = await inMemory(
          time,
          async (_, id, say) => {
            await time.clock.sleep(2 * SECOND)
            say({ jsonrpc: '2.0', id, result: { tools: [], nextCursor: `${++page}` } })
          },
          3 * SECOND,
        )
        return await timed(time, session.listTools())
      },
    },
  ],
  'all: all rounds of a request that asks for input': [
    {
      limitMs: 20 * SECOND,
      comesTo: { code: 'REQUEST_TIMEOUT' },
      async wait(time) {
        const asking = { resultType: 'input_required', requestState: 's', inputRequests: {} }
        await using server = await hangOverHttp(posts('tools/call'), async (response, asked) => {
          await time.clock.sleep(4 * SECOND)
          sendJson(response, resultOf(asked, asking))
        })
        const limits = { timeoutMs: 5 * SECOND, maxTotalMs: 20 * SECOND }
        return await withSession(
          time,
          server,
          (session) => timed(time, session.callTool('echo', {}, limits), server.hung),
          { era: 'modern' },
        )
      },
    },
  ],
  'all: the end of a task': [
    {
      file: 'src/session/calls/start-task.test.ts',
      title: 'is given up when it takes too long, or when the caller is gone',
    },
  ],
  'all: that a subscription is acknowledged': [
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'REQUEST_TIMEOUT' },
      async wait(time) {
        await using server = await hangOverHttp(posts('subscriptions/listen'), (response) =>
          sendEvents(response),
        )
        return await withSession(
          time,
          server,
          (session) => timed(time, session.subscribe({ tools: true }), server.hung),
          { era: 'modern' },
        )
      },
    },
  ],
}
