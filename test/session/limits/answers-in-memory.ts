/** A session in memory. */
import { isJsonObject } from '../../../src/base/index.js'
import { openSession, type Session } from '../../../src/session/index.js'
import { linkedTransports } from '../../../src/transport/index.js'
import { LEGACY_SERVER } from '../../fixtures/scripted-server.js'
import { clientInfo, SECOND } from './proof.js'
import type { PumpedClock } from './pumped-clock.js'

/** A server in memory that answers the handshake, and then what `answer` makes of a request. */
export async function inMemory(
  time: PumpedClock,
  answer: (method: unknown, id: unknown, say: (message: object) => void) => void,
  timeoutMs = 30 * SECOND,
): Promise<Session> {
  const [near, far] = linkedTransports()
  const say = (message: object): void => void far.send(JSON.parse(JSON.stringify(message)))
  far.start({
    message(message) {
      if (!isJsonObject(message) || message.id === undefined || message.method === undefined) return
      if (message.method === 'initialize') say({ jsonrpc: '2.0', id: message.id, result: LEGACY_SERVER })
      else answer(message.method, message.id, say)
    },
    noise: () => undefined,
    stderr: () => undefined,
    closed: () => undefined,
  })
  return openSession({ transport: near, clientInfo, clock: time.clock, timeoutMs })
}
