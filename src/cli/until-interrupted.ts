/** Who serves goes on until the user has enough. */

import type { Durability } from '../proxy/index.js'

/** Resolves when the signal aborts, at once when it has. */
export function untilInterrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Aborts too when a durable recorder may hand nothing on any more. */
export function untilRefused(signal: AbortSignal, durability: Durability | undefined): AbortSignal {
  return durability === undefined ? signal : AbortSignal.any([signal, durability.refused])
}
