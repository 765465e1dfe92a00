/** A recorder behind a tap of a transport: for live chains, where messages come one by one. */
import type { JsonValue } from '../../base/index.js'
import type { MessageStream } from './message-stream.js'
import type { RecordedConnection, Recorder } from './recorder.js'

/** What a tap tells, as far as it matters here. */
export type SeenEvent =
  | { readonly kind: 'sent' | 'received'; readonly message: JsonValue }
  | { readonly kind: 'closed' | 'sent-text' | 'noise' | 'stderr' }

/** A listener for a tap: `text` is what was received, or sent, as it was written. A server that is started again after its end is another connection. */
export function recordEvents(recorder: Recorder): (event: SeenEvent, text?: string) => void {
  let current: { readonly connection: RecordedConnection; readonly wire: MessageStream } | undefined

  function wire(): MessageStream {
    if (current === undefined) {
      const connection = recorder.connect()
      current = { connection, wire: connection.messageStream('wire') }
    }
    return current.wire
  }

  return (event, text) => {
    if (event.kind === 'sent') wire().fromClient(event.message, text)
    if (event.kind === 'received') wire().fromServer(event.message, text)
    if (event.kind !== 'closed') return
    current?.connection.close()
    current = undefined
  }
}
