/** Has a server of the modern era tell when its lists change; those of the legacy era tell everybody. */
import { type Clock, isJsonObject } from '../../base/index.js'
import type { Session, SubscriptionFilter } from '../../session/index.js'

export interface FollowOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** It tells again, and what happened in between nobody knows. */
  readonly onGap: () => void
}

/** Resolves when there is nothing more to follow; never rejects. A server that ends the subscription is asked again after a while. */
export async function followLists(session: Session, { clock, signal, onGap }: FollowOptions): Promise<void> {
  const filter = filterOf(session)
  if (session.era !== 'modern' || Object.keys(filter).length === 0) return
  try {
    for (let isFirst = true; ; isFirst = false) {
      const subscription = await session.subscribe(filter, { signal })
      if (!isFirst) onGap()
      if ((await subscription.ended) !== 'ended-by-server') return
      await clock.sleep(PAUSE_MS, signal)
    }
  } catch {
    // The session is over, or the server will not tell: then its lists are as they were.
  }
}

const PAUSE_MS = 1000

function filterOf({ capabilities }: Session): SubscriptionFilter {
  const tells = (['tools', 'prompts', 'resources'] as const).filter((list) => {
    const declared = capabilities[list]
    return isJsonObject(declared) && declared.listChanged === true
  })
  return Object.fromEntries(tells.map((list) => [list, true]))
}
