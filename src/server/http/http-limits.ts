/** How long and how much whoever serves over HTTP puts up with. */
import { type Clock, systemClock } from '../../base/index.js'

export interface HttpLimits {
  readonly clock: Clock
  /** Milliseconds that a client may take to send a request. */
  readonly requestMs: number
  /** Milliseconds between two signs of life on a stream of events. */
  readonly beatMs: number
  /** Bytes that a client may leave unread on a stream before it is told more. */
  readonly unreadBytes: number
}

export const HTTP_LIMITS: HttpLimits = {
  clock: systemClock,
  requestMs: 60_000,
  // Less than the 60 s, and the 30 s of some, after which balancers cut off what is silent.
  beatMs: 15_000,
  unreadBytes: 16 * 1024 * 1024,
}
