/** One kind of list of all servers: a server that cannot be asked is named, and costs nobody the others. */
import { type JsonObject, printable } from '../../base/index.js'
import { RPC_CODES } from '../../protocol/index.js'
import type { RequestOptions, Session } from '../../session/index.js'
import type { Requester } from '../requester.js'
import type { Catalogue, LiveUpstreams } from '../upstreams/upstreams.js'
import { rpcErrorOf } from './forward.js'

export interface Listing {
  /** What a server must have declared. */
  readonly capability: 'tools' | 'prompts' | 'resources'
  read(session: Session, options: RequestOptions): Promise<readonly object[]>
}

export const TOOLS: Listing = {
  capability: 'tools',
  read: (session, options) => session.listTools(options),
}
export const PROMPTS: Listing = {
  capability: 'prompts',
  read: (session, options) => session.listPrompts(options),
}
export const RESOURCES: Listing = {
  capability: 'resources',
  read: (session, options) => session.listResources(options),
}
export const TEMPLATES: Listing = {
  capability: 'resources',
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
}

export async function listOfServers(
  live: LiveUpstreams,
  { capability, read }: Listing,
  requester: Requester,
): Promise<ListedByServers> {
  const without = await serversWithout(live, capability)
  const asked = live.servers.filter((server) => !without.has(server))
  const answers = await Promise.all(asked.map((server) => ask(server)))
  return {
    servers: answers.flatMap((answer) => ('items' in answer ? [answer] : [])),
    unavailable: answers.flatMap((answer) => ('reason' in answer ? [answer] : [])),
  }

  async function ask(server: string): Promise<ListedByServer | Catalogue['unavailable'][number]> {
    try {
      const { signal } = requester
      const items = await live.use(server, requester, (session) =>
        session.capabilities[capability] === undefined ? Promise.resolve([]) : read(session, { signal }),
      )
      // What a server listed was JSON; the types of it have no index.
      return { server, items: items as unknown as readonly JsonObject[] }
    } catch (failure) {
      // Some declare resources and have no method for templates.
      if (rpcErrorOf(failure)?.code === RPC_CODES.METHOD_NOT_FOUND) return { server, items: [] }
      return { server, reason: inWords(failure) }
    }
  }
}

/** One line, safe to print. */
export function inWords(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure)
  return printable(message.split('\n', 1).join(''), { oneLine: true })
}

/** The servers that are known not to have it, without starting them. */
async function serversWithout(live: LiveUpstreams, capability: string): Promise<ReadonlySet<string>> {
  const { registry } = await live.catalogue()
  return new Set(
    registry.servers.flatMap(({ server, capabilities }) =>
      capabilities !== undefined && capabilities[capability] === undefined ? [server] : [],
    ),
  )
}
