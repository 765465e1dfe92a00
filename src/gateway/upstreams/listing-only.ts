/** A connection over which a server can be asked for its tools, and for nothing else. */
import { defined, isJsonObject, type JsonValue, printable, UsageError } from '../../base/index.js'
import type { Transport } from '../../transport/index.js'

/** What it takes to meet a server in either era, and to read its list. Responses name no method, and may leave. */
const ALLOWED: ReadonlySet<JsonValue | undefined> = new Set([
  'initialize',
  'notifications/initialized',
  'server/discover',
  'tools/list',
  'notifications/cancelled',
])

/** Whatever else is sent never leaves: `send` rejects with UsageError USAGE, and so does all `sendText`. */
export function listingOnly(inner: Transport): Transport {
  const refuse = (what: string): Promise<never> =>
    Promise.reject(
      new UsageError(
        'USAGE',
        `Cannot send ${what} to "${inner.peer}": servers are asked for nothing but their lists here`,
      ),
    )
  return {
    peer: inner.peer,
    ...defined({ hasOwnStreams: inner.hasOwnStreams }),
    start: (receiver) => inner.start(receiver),
    send(message, options) {
      const stranger = [message].flat().find((each) => !isAllowed(each))
      if (stranger === undefined) return inner.send(message, options)
      return refuse(printable(JSON.stringify(stranger.method) ?? 'what is no message', { oneLine: true }))
    },
    sendText: () => refuse('text'),
    close: () => inner.close(),
    [Symbol.asyncDispose]: () => inner.close(),
  }
}

function isAllowed(message: JsonValue): boolean {
  if (!isJsonObject(message)) return false
  const isResponse = !Object.hasOwn(message, 'method') && ('result' in message || 'error' in message)
  return isResponse || ALLOWED.has(message.method)
}
