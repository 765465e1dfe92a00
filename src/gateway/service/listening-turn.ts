/** The turn of a request that is a stream: nobody can be asked or told anything on it. */
import type { Turn } from '../../server/index.js'

export function listeningTurn(signal: AbortSignal): Turn {
  return {
    signal,
    onCancel: () => () => undefined,
    notify: () => undefined,
    ask: () => Promise.reject(new Error('A client that only listens cannot be asked')),
    hangUp: () => undefined,
    sendRaw: () => undefined,
  }
}
