/** Stops the program when it is about to send more, or deeper, than it may. */
import type { LimitExceededMessage } from '../bridge.js'
import type { Channel } from './channel.js'

export interface Limits {
  /** Levels of nesting of what may be sent. */
  maxDepth(): number
  bytesLeft(): number
  /** Tells the host and waits to be killed. */
  exceed(limit: LimitExceededMessage['limit']): never
  /** Sets the limits of the program that is about to start. */
  begin(limits: { readonly maxBytes: number; readonly maxDepth: number }): void
}

export function createLimits(channel: Channel): Limits {
  let maxDepth = 0
  let maxBytes = 0
  let sentBefore = 0
  return {
    maxDepth: () => maxDepth,
    bytesLeft: () => maxBytes - (channel.sent() - sentBefore),
    exceed(limit) {
      channel.send(`"type":"limit_exceeded","limit":"${limit}"`)
      for (;;) channel.receive()
    },
    begin(limits) {
      maxBytes = limits.maxBytes
      sentBefore = channel.sent()
      maxDepth = limits.maxDepth
    },
  }
}
