/** Whoever uses a gateway as a library: it cannot be asked anything by servers. */
import { SessionError } from '../base/index.js'
import { ANONYMOUS } from './clients/principal-of.js'
import type { Requester } from './requester.js'

export function libraryRequester(signal: AbortSignal): Requester {
  return {
    key: 'library',
    isLibrary: true,
    principal: ANONYMOUS,
    capabilities: {},
    signal,
    ask: (method) =>
      Promise.reject(new SessionError('RPC_ERROR', `Cannot answer ${method}: a library has nobody to ask`)),
    tell: () => undefined,
  }
}
