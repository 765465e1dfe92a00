/** Waits of every transport before the first request. */
import { connectServer } from '../../../src/session/index.js'
import { fixture } from '../../fixtures/start-server.js'
import { connect, hangOverHttp, posts } from './hang-over-http.js'
import { hungStart } from './hung-requests.js'
import { clientInfo, type Proofs, SECOND, timed } from './proof.js'

export const OPENING_WAITS: Proofs = {
  'all: the answer to `initialize` or `server/discover`': [
    hungStart('initialize'),
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'HANDSHAKE_FAILED' },
      async wait(time) {
        await using server = await hangOverHttp(posts('server/discover'), () => undefined)
        return await timed(time, connect(server.url, time, { era: 'modern' }), server.hung)
      },
    },
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'HANDSHAKE_FAILED' },
      wait: (time) => {
        const starting = connectServer(fixture('silent'), { clientInfo, clock: time.clock })
        return timed(time, starting)
      },
    },
  ],
  'all: the answer to `server/discover`, where the era is looked for': [
    {
      limitMs: SECOND,
      comesTo: undefined,
      async wait(time) {
        await using server = await hangOverHttp(posts('server/discover'), () => undefined)
        const opening = connect(server.url, time, { era: 'auto' })
        const outcome = await timed(
          time,
          opening.then(({ era }) => (era === 'legacy' ? undefined : era)),
          server.hung,
        )
        time.run()
        await (await opening).close()
        return outcome
      },
    },
  ],
  'all: that `notifications/initialized` is taken': [
    hungStart('notifications/initialized'),
    {
      limitMs: 2 * SECOND,
      comesTo: { code: 'HANDSHAKE_FAILED' },
      async wait(time) {
        const isMeant = posts('notifications/initialized')
        await using server = await hangOverHttp(isMeant, (response) => response.writeHead(202).write('x'))
        return await timed(time, connect(server.url, time, { timeoutMs: 2 * SECOND }), server.hung)
      },
    },
  ],
}
