/** How long to leave alone what has failed: longer with every failure in a row, up to a limit, and never quite the same. */
import type { Clock } from './clock.js'
import type { Random } from './random.js'

export interface BackoffOptions {
  /** After the first failure; milliseconds, default 250. It doubles with each that follows. */
  readonly firstMs?: number
  /** Default 30,000. */
  readonly maxMs?: number
}

export interface Backoff {
  /** In a row, up to now. */
  readonly failures: number
  /** Milliseconds until the next attempt may begin; 0 when it may. */
  waitMs(): number
  /** `askedMs` is the wait that the other side asks for: it is never less, and what doubles. */
  failed(askedMs?: number): void
  succeeded(): void
}

/** Nothing is open, and nothing needs closing. Of each delay a half is by chance, so that many who failed at once do not come back at once. */
export function createBackoff(
  { firstMs = 250, maxMs = 30_000 }: BackoffOptions,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Backoff {
  let failures = 0
  let freeAtMs = Number.NEGATIVE_INFINITY
  return {
    get failures() {
      return failures
    },
    waitMs: () => Math.max(0, Math.ceil(freeAtMs - clock.monotonic())),
    failed(askedMs) {
      const fullMs = Math.min(maxMs, (askedMs ?? firstMs) * 2 ** failures)
      failures++
      freeAtMs = clock.monotonic() + Math.max(askedMs ?? 0, fullMs * (0.5 + random.next() / 2))
    },
    succeeded() {
      failures = 0
      freeAtMs = Number.NEGATIVE_INFINITY
    },
  }
}
