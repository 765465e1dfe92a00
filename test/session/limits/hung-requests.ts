/** Proofs of which there are several: a start that hangs, and a call. */

import type { ServerResponse } from 'node:http'
import { connect, hangOverHttp, posts, withSession } from './hang-over-http.js'
import { type Proof, SECOND, timed } from './proof.js'

export function hungStart(method: string): Proof {
  return {
    limitMs: 30 * SECOND,
    comesTo: { code: 'HANDSHAKE_FAILED' },
    async wait(time) {
      await using server = await hangOverHttp(posts(method), () => undefined)
      return await timed(time, connect(server.url, time), server.hung)
    },
  }
}

export function hungCall(hang: (response: ServerResponse) => void): Proof {
  return {
    limitMs: 30 * SECOND,
    comesTo: { code: 'REQUEST_TIMEOUT' },
    async wait(time) {
      await using server = await hangOverHttp(posts('tools/list'), hang)
      return await withSession(time, server, (session) => timed(time, session.listTools(), server.hung))
    },
  }
}
