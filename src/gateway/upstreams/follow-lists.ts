/** Has a server of the modern era tell when its lists change; those of the legacy era tell everybody. */
import { type Clock, createBackoff, isJsonObject, type Random } from '../../base/index.js'
import type { Session, SubscriptionFilter } from '../../session/index.js'

export interface FollowOptions {
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
  /** It tells again, and what happened in between nobody knows. */
  readonly onGap: () => void
}

/**
 * Resolves when there is nothing more to follow; never rejects. A server that ends the subscription is asked again after a while, the longer the sooner it ends them.
 */
export async function followLists(
  session: Session,
  { clock, random, signal, onGap }: FollowOptions,
): Promise<void> {
  const filter = filterOf(session)
  if (session.era !== 'modern' || Object.keys(filter).length === 0) return
  const backoff = createBackoff({ firstMs: PAUSE_MS }, { clock, random })
  try {
    for (let isFirst = true; ; isFirst = false) {
      const subscription = await session.subscribe(filter, { signal })
      if (!isFirst) onGap()
      const sinceMs = clock.monotonic()
      if ((await subscription.ended) !== 'ended-by-server') return
      if (clock.monotonic() - sinceMs >= LIVED_MS) backoff.succeeded()
      backoff.failed()
      await clock.sleep(backoff.waitMs(), signal)
    }
  } catch {
    // The session is over, or the server will not tell: then its lists are as they were.
  }
}

const PAUSE_MS = 1000
/** A subscription that told for so long has served. */
const LIVED_MS = 10_000

function filterOf({ capabilities }: Session): SubscriptionFilter {
  const tells = (['tools', 'prompts', 'resources'] as const).filter((list) => {
    const declared = capabilities[list]
    return isJsonObject(declared) && declared.listChanged === true
  })
  return Object.fromEntries(tells.map((list) => [list, true]))
}
