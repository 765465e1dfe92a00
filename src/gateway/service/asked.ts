/** One request of a client, as everything here is handed it. */
import type { ServiceRequest, Turn } from '../../server/index.js'
import type { Requester } from '../requester.js'

export interface Asked {
  readonly request: ServiceRequest
  readonly turn: Turn
  readonly requester: Requester
}
