/** One kind of list of all servers: a server that cannot be asked is named, and costs nobody the others. */
import { defined, firstLine, isJsonObject, type JsonObject, printable } from '../../base/index.js'
import { RPC_CODES, type RpcError } from '../../protocol/index.js'
import type { RequestOptions, Session } from '../../session/index.js'
import type { Requester } from '../requester.js'
import type { Catalogue, LiveUpstreams } from '../upstreams/upstreams.js'
import { rpcErrorOf } from './forward.js'
import type { ListPatience } from './list-patience.js'

export interface Listing {
  /** What a server must have declared. */
  readonly capability: 'tools' | 'prompts' | 'resources'
  /** In words. */
  readonly what: string
  read(session: Session, options: RequestOptions): Promise<readonly object[]>
}

export const TOOLS: Listing = {
  ...{ capability: 'tools', what: 'tools' },
  read: (session, options) => session.listTools(options),
}
export const PROMPTS: Listing = {
  ...{ capability: 'prompts', what: 'prompts' },
  read: (session, options) => session.listPrompts(options),
}
export const RESOURCES: Listing = {
  ...{ capability: 'resources', what: 'resources' },
  read: (session, options) => session.listResources(options),
}
export const TEMPLATES: Listing = {
  ...{ capability: 'resources', what: 'resource templates' },
  read: (session, options) => session.listResourceTemplates(options),
}

export interface ListedByServer {
  readonly server: string
  readonly items: readonly JsonObject[]
}

export interface ListedByServers {
  /** In the order of the config. */
  readonly servers: readonly ListedByServer[]
  readonly unavailable: Catalogue['unavailable']
  /** Nobody could be asked, and nobody is waited for. */
  readonly isNobody: boolean
  /** What the first said where all that were asked have no such method: they have no list, which is another thing than an empty one. */
  readonly refusal?: RpcError
}

type Asked =
  | (ListedByServer & { readonly refusal?: RpcError })
  | (Catalogue['unavailable'][number] & { readonly isLate?: true })

/** Asks all at once, each for as long as the patience is; `onLate` is told when one has answered after that. */
export interface ListDesk {
  /** `known` are servers whose list is known: they are not asked. */
  list(listing: Listing, requester: Requester, known?: ReadonlySet<string>): Promise<ListedByServers>
}

export interface ListDeskOptions {
  readonly live: LiveUpstreams
  readonly patience: ListPatience | undefined
  /** Whether a list that no server declares is refused, as each of them would; else it is empty. */
  readonly refusesUndeclared: boolean
  readonly onLate: (server: string, capability: Listing['capability']) => void
}

export function createListDesk({ live, ...options }: ListDeskOptions): ListDesk {
  return {
    list: (listing, requester, known = NONE) =>
      listOfServers(live, listing, requester, { ...options, known }),
  }
}

const NONE: ReadonlySet<string> = new Set()

async function listOfServers(
  live: LiveUpstreams,
  listing: Listing,
  requester: Requester,
  {
    patience,
    refusesUndeclared,
    onLate,
    known,
  }: Omit<ListDeskOptions, 'live'> & { readonly known: ReadonlySet<string> },
): Promise<ListedByServers> {
  const { capability, read, what } = listing
  const { without, late } = await knownOf(live, capability)
  const undeclared = refusesUndeclared
    ? { code: RPC_CODES.METHOD_NOT_FOUND, message: `Method not found: no server declares ${capability}` }
    : undefined
  const asked = live.servers.filter((server) => !without.has(server) && !known.has(server))
  const answers = await Promise.all(asked.map((server) => askInTime(server)))
  const servers = answers.flatMap((answer) => ('items' in answer ? [answer] : []))
  const refusals = [
    ...servers.flatMap(({ refusal }) => (refusal === undefined ? [] : [refusal])),
    ...(undeclared === undefined ? [] : [...without].map(() => undeclared)),
  ]
  return {
    servers: servers.map(({ server, items }) => ({ server, items })),
    ...(refusals.length < answers.length + (undeclared === undefined ? 0 : without.size)
      ? {}
      : defined({ refusal: refusals[0] })),
    unavailable: answers.flatMap((answer) =>
      'reason' in answer ? [{ server: answer.server, reason: answer.reason }] : [],
    ),
    isNobody: servers.length === 0 && !answers.some((answer) => 'isLate' in answer),
  }

  async function askInTime(server: string): Promise<Asked> {
    if (patience === undefined) return ask(server)
    const key = JSON.stringify([server, what, requester.principal, requester.key])
    const onAnswer = (listed: unknown): boolean => {
      const isListed = isJsonObject(listed) && 'items' in listed
      if (isListed) onLate(server, capability)
      return isListed
    }
    const inTime = await patience.within({ key, isLate: late.has(server), onAnswer }, () => ask(server))
    return inTime ?? { server, reason: `it has not told its ${what} in time`, isLate: true }
  }

  async function ask(server: string): Promise<Asked> {
    try {
      const { signal } = requester
      const items = await live.use(server, requester, async (session) =>
        session.capabilities[capability] === undefined ? undefined : read(session, { signal }),
      )
      if (items === undefined) return { server, items: [], ...defined({ refusal: undeclared }) }
      // What a server listed was JSON; the types of it have no index.
      return { server, items: items as unknown as readonly JsonObject[] }
    } catch (failure) {
      // Some declare resources and have no method for templates.
      const refusal = rpcErrorOf(failure)
      if (refusal?.code === RPC_CODES.METHOD_NOT_FOUND) return { server, items: [], refusal }
      return { server, reason: inWords(failure) }
    }
  }
}

/** One line, safe to print. */
export function inWords(failure: unknown): string {
  return printable(firstLine(failure), { oneLine: true })
}

/** The servers that are known not to have it, and those that nobody waits for. */
async function knownOf(
  live: LiveUpstreams,
  capability: string,
): Promise<{ readonly without: ReadonlySet<string>; readonly late: ReadonlySet<string> }> {
  const { registry, late = [] } = await live.catalogue()
  const without = registry.servers.flatMap(({ server, capabilities }) =>
    capabilities !== undefined && capabilities[capability] === undefined ? [server] : [],
  )
  return { without: new Set(without), late: new Set(late) }
}
