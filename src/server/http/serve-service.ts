/** A service, as it talks with clients over HTTP. */
import { isJsonObject, randomName } from '../../base/index.js'
import { createConnection } from '../client/create-connection.js'
import { createServedClient } from '../client/create-served-client.js'
import { createOwnRequests, notification } from '../client/own-requests.js'
import { createLegacyShapes } from '../eras/legacy-shapes.js'
import { createLegacySide } from '../eras/legacy-side.js'
import { createModernSide } from '../eras/modern-side.js'
import { createPendingInputs } from '../eras/pending-inputs.js'
import { createSubscriptions } from '../eras/subscriptions.js'
import type { Service } from '../service.js'
import type { Conversations } from './conversations.js'

export function conversationsWith(service: Service): Conversations {
  const subscriptions = createSubscriptions(service.self)
  const pendingInputs = createPendingInputs()
  const shapes = createLegacyShapes()
  const modern = createModernSide({ service, subscriptions, pendingInputs })
  // The reply to a question comes on a request of its own.
  const ofStrangers = createOwnRequests()
  /** Of all that come without a session. */
  const shared = createConnection(
    randomName(),
    (method, params) => void subscriptions.tell(method, params),
    true,
  )

  return {
    openSession({ id, say }) {
      const ownRequests = createOwnRequests()
      const legacy = createLegacySide({ service, shapes, ownRequests })
      const connection = createConnection(id, (method, params) => say(notification(method, params)))
      const client = createServedClient({ service, connection, legacy, modern, ownRequests })
      return {
        take: client.take,
        get revision() {
          return legacy.revision
        },
        end(reason, sink) {
          client.end(reason, sink)
          if (sink === undefined) connection.close()
        },
      }
    },
    openAlone(assumed) {
      const ownRequests = service.asksStrangers === true ? ofStrangers : createOwnRequests()
      const legacy = createLegacySide({ service, shapes, ownRequests, assumed })
      const { take, end } = createServedClient({ service, connection: shared, legacy, modern, ownRequests })
      return {
        take,
        end,
        get revision() {
          return legacy.revision ?? assumed
        },
      }
    },
    openModern: () =>
      createServedClient({
        ...{ service, connection: shared, modern, ownRequests: createOwnRequests() },
        // A request without metadata is refused for that, and not for the handshake that it lacks.
        legacy: { ...modern, revision: undefined },
      }),
    heard(message) {
      if (!isJsonObject(message)) return
      const { method, params } = message
      service.heard?.(String(method), isJsonObject(params) ? params : undefined, shared)
    },
    headersOf: modern.headersOf,
    close() {
      subscriptions.close()
      pendingInputs.close()
      shared.close()
    },
  }
}
