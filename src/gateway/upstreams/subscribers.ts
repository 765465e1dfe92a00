/** Who uses a session just now: they hear what its server tells, and are asked what it asks. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import { isBelowLevel } from '../../protocol/index.js'
import type { ServerRequestHandler, ServerRequestHandlers, Session } from '../../session/index.js'
import type { Requester } from '../requester.js'

export interface Subscribers {
  /** Returns how to leave. */
  join(requester: Requester): () => void
  /**
   * Tells every client that is here: once on each connection, and each request that has none. Where none is here, all whose
   * connections are still open, since it can be meant for each; before anybody has come, who comes first. `session` is the one it
   * was heard in, once that is open.
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
  const connected = new Map<AbortSignal, Requester>()
  /** What was told before anybody came. */
  const unheard: Parameters<Subscribers['tell']>[] = []
  let last: Requester | undefined

  function remember(requester: Requester): void {
    const { gone } = requester
    last = requester
    if (gone === undefined || gone.aborted) return
    if (!connected.has(gone)) gone.addEventListener('abort', () => connected.delete(gone), { once: true })
    connected.set(gone, requester)
  }

  /** Those here, or else those who were. */
  function listeners(): readonly Requester[] {
    const here = new Map([...stays].map(({ requester }) => [requester.gone ?? requester, requester]))
    if (here.size > 0) return [...here.values()]
    const owner = newest()
    return owner === undefined ? [...connected.values()] : [owner]
  }

  function tell(...[method, params, session]: Parameters<Subscribers['tell']>): void {
    const told = listeners()
    const isStubborn = method === LOG && isAgainstLevel(params.level, session, told)
    for (const requester of told) requester.tell(method, params, isStubborn)
  }

  function newest(): Requester | undefined {
    return [...stays].at(-1)?.requester ?? (isOfOneClient ? last : undefined)
  }

  return {
    join(requester) {
      const stay = { requester }
      stays.add(stay)
      remember(requester)
      for (const said of unheard.splice(0)) tell(...said)
      return () => stays.delete(stay)
    },
    tell(...said) {
      if (last !== undefined) tell(...said)
      else if (unheard.length < MOST_UNHEARD) unheard.push(said)
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
/** A server that talks to nobody must not fill the memory. */
const MOST_UNHEARD = 100

const QUESTIONS = {
  roots: 'roots/list',
  sampling: 'sampling/createMessage',
  elicitation: 'elicitation/create',
} as const
