/** Waits of every transport for what is not answered. */
import { type HeardRequest, sendEvents } from '../../transport/serve-http.js'
import { hangOverHttp, posts, withSession } from './hang-over-http.js'
import { type Proofs, SECOND, timed } from './proof.js'

export const NOTICE_WAITS: Proofs = {
  'all: that a notification or a raw text is taken': [
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'REQUEST_TIMEOUT' },
      async wait(time) {
        await using server = await hangOverHttp(posts('notifications/roots/list_changed'), () => undefined)
        return await withSession(time, server, (session) =>
          timed(time, session.notify('notifications/roots/list_changed'), server.hung),
        )
      },
    },
    {
      limitMs: 30 * SECOND,
      comesTo: { code: 'REQUEST_TIMEOUT' },
      async wait(time) {
        await using server = await hangOverHttp(
          ({ body }) => body === 'nonsense',
          () => undefined,
        )
        return await withSession(time, server, (session) =>
          timed(time, session.sendRaw('nonsense'), server.hung),
        )
      },
    },
  ],
  'all: that a cancellation is taken': [
    {
      // After the limit of the request that is cancelled.
      limitMs: 5 * SECOND,
      comesTo: undefined,
      async wait(time) {
        let cut: () => void = () => undefined
        const isCut = new Promise<void>((resolve) => {
          cut = resolve
        })
        await using server = await hangOverHttp(
          (asked) => posts('tools/list')(asked) || posts('notifications/cancelled')(asked),
          (response, asked) => void (asked.message.id !== undefined && response.once('close', cut)),
        )
        return await withSession(time, server, async (session) => {
          await timed(time, session.listTools(), server.hung)
          const cancelled = server.heard(posts('notifications/cancelled'))
          return await timed(time, isCut, cancelled)
        })
      },
    },
  ],
  'all: that a reply to a request of the server is taken': [
    {
      // The session is closed while the reply is under way, which nobody waits for.
      limitMs: 0,
      comesTo: undefined,
      async wait(time) {
        const ping = 'data: {"jsonrpc":"2.0","id":"p","method":"ping"}'
        const isReply = ({ message }: HeardRequest): boolean => message.id === 'p'
        await using server = await hangOverHttp(
          (asked) => isReply(asked) || posts('tools/list')(asked),
          (response, asked) => void (isReply(asked) || sendEvents(response, ping)),
        )
        return await withSession(time, server, async (session) => {
          const listing = session.listTools().catch(() => undefined)
          await server.heard(isReply)
          const outcome = await timed(time, session.close())
          await listing
          return outcome
        })
      },
    },
  ],
}
