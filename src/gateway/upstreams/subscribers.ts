/** Who uses a session just now: they hear what its server tells, and are asked what it asks. */
import type { JsonObject } from '../../base/index.js'
import type { ServerRequestHandler, ServerRequestHandlers } from '../../session/index.js'
import type { Requester } from '../requester.js'

export interface Subscribers {
  /** Returns how to leave. */
  join(requester: Requester): () => void
  /** Tells every client that is here: once on each connection, and each request that has none. */
  tell(method: string, params: JsonObject): void
  /** For what these capabilities let a server ask. */
  handlers(capabilities: JsonObject): ServerRequestHandlers
}

/**
 * A question goes to the requester that came last. In a session of one client alone, what comes while nobody is here goes to the
 * one that left last; else there is nobody to ask.
 */
export function createSubscribers({ isOfOneClient }: { readonly isOfOneClient: boolean }): Subscribers {
  // One requester may do several things at once: each stay is its own.
  const stays = new Set<{ readonly requester: Requester }>()
  let last: Requester | undefined

  function newest(): Requester | undefined {
    return [...stays].at(-1)?.requester ?? (isOfOneClient ? last : undefined)
  }

  return {
    join(requester) {
      const stay = { requester }
      stays.add(stay)
      last = requester
      return () => stays.delete(stay)
    },
    tell(method, params) {
      const clients = new Map([...stays].map(({ requester }) => [requester.gone ?? requester, requester]))
      if (clients.size === 0) newest()?.tell(method, params)
      for (const requester of clients.values()) requester.tell(method, params)
    },
    handlers(capabilities) {
      const handler =
        (method: string): ServerRequestHandler =>
        async (params) => {
          const requester = newest()
          if (requester === undefined) throw new Error(`Nobody is there who could answer ${method}`)
          return await requester.ask(method, params)
        }
      const asked = Object.entries(QUESTIONS).flatMap(([capability, method]) =>
        capabilities[capability] === undefined ? [] : [[method, handler(method)] as const],
      )
      return Object.fromEntries(asked)
    },
  }
}

const QUESTIONS = {
  roots: 'roots/list',
  sampling: 'sampling/createMessage',
  elicitation: 'elicitation/create',
} as const
