/** A client at the other end of one pipe, over which everything goes: standard input and output, or memory. */
import { type JsonValue, onOneLine, randomName } from '../../base/index.js'
import { createLegacyShapes } from '../eras/legacy-shapes.js'
import { createLegacySide } from '../eras/legacy-side.js'
import { createModernSide } from '../eras/modern-side.js'
import { createPendingInputs } from '../eras/pending-inputs.js'
import { createSubscriptions } from '../eras/subscriptions.js'
import type { ResponseSink } from '../response-sink.js'
import type { Service } from '../service.js'
import { createConnection } from './create-connection.js'
import { createServedClient } from './create-served-client.js'
import { createOwnRequests, notification } from './own-requests.js'
import { answerTo } from './pending-request.js'

/** Nothing throws. */
export interface ServedPipe {
  /** `text` is the message as the client wrote it. */
  take(value: JsonValue, text?: string): void
  /** Answers what is no message. */
  refuse(code: number, message: string): void
  /** Ends subscriptions with their results, and every turn without one. May be called twice. */
  close(reason: string): void
}

/** The pipe itself stays with the caller: `send` writes one message, `hangUp` ends it. */
export function servePipe(
  service: Service,
  { send, hangUp }: { readonly send: (text: string) => void; readonly hangUp: () => void },
): ServedPipe {
  const sink: ResponseSink = {
    say: send,
    answer: (text) => send(onOneLine(text)),
    drop: () => undefined,
    hangUp,
  }
  const subscriptions = createSubscriptions(service.self)
  const pendingInputs = createPendingInputs()
  const ownRequests = createOwnRequests()
  const legacy = createLegacySide({ service, shapes: createLegacyShapes(), ownRequests })
  const modern = createModernSide({ service, subscriptions, pendingInputs })
  const connection = createConnection(randomName(), (method, params) => {
    subscriptions.tell(method, params)
    if (legacy.revision !== undefined) send(notification(method, params))
  })
  const client = createServedClient({ service, connection, legacy, modern, ownRequests })
  return {
    take: (value, text) => client.take(value, sink, { text }),
    refuse: (code, message) => answerTo(sink, null, { error: { code, message } }),
    close(reason) {
      subscriptions.close()
      client.end(reason)
      pendingInputs.close()
      connection.close()
    },
  }
}
