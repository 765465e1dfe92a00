/** Who uses a session just now: they hear what its server tells, and are asked what it asks. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import { isBelowLevel } from '../../protocol/index.js'
import type { ServerRequestHandler, ServerRequestHandlers, Session } from '../../session/index.js'
import type { Requester } from '../requester.js'

export interface Subscribers {
  /** Returns how to leave. */
  join(requester: Requester): () => void
  /**
   * Tells every client that is here: once on each connection, and each request that has none. `session` is the one it was
   * heard in, once that is open.
   */
  tell(method: string, params: JsonObject, session?: Pick<Session, 'era' | 'logLevel'>): void
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
    tell(method, params, session) {
      const clients = new Map([...stays].map(({ requester }) => [requester.gone ?? requester, requester]))
      const last = newest()
      const told = clients.size > 0 ? [...clients.values()] : last === undefined ? [] : [last]
      const isStubborn = method === LOG && isAgainstLevel(params.level, session, told)
      for (const requester of told) requester.tell(method, params, isStubborn)
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

/** A log that its server was not to write: below the level that it was told; in the modern era below that of every request here. */
function isAgainstLevel(
  level: JsonValue | undefined,
  session: Pick<Session, 'era' | 'logLevel'> | undefined,
  requesters: readonly Requester[],
): boolean {
  if (session?.era !== 'modern') return isBelowLevel(level, session?.logLevel)
  return requesters.every(({ logLevel }) => logLevel === undefined || isBelowLevel(level, logLevel))
}

const LOG = 'notifications/message'

const QUESTIONS = {
  roots: 'roots/list',
  sampling: 'sampling/createMessage',
  elicitation: 'elicitation/create',
} as const
