/** The tools of the gateway itself and of all servers behind it, as one list. */
import type { JsonObject } from '../../base/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { Requester } from '../requester.js'
import type { Catalogue } from '../upstreams/upstreams.js'
import type { GatewayParts } from './gateway-parts.js'
import { type ListDesk, type ListedByServer, TOOLS } from './list-of-servers.js'
import type { Names } from './names.js'
import type { Gathered } from './responses.js'

export interface ToolList {
  /** All of them, with what could not be listed. */
  list(requester: Requester): Promise<Gathered>
  /** Makes the names known that `names` could not find; resolves to what there is. */
  learn(): Promise<ToolRegistry>
}

export function createToolList(
  { upstreams, ownTools, toolsFor = 'everybody' }: GatewayParts,
  lists: ListDesk | undefined,
  names: Names,
): ToolList {
  const own = ownTools.map(({ definition }) => definition)
  const ownNames = new Set(own.map(({ name }) => name))
  const listed = new WeakMap<Catalogue['registry'], readonly JsonObject[]>()

  function toolsOf(registry: Catalogue['registry']): readonly JsonObject[] {
    const known = listed.get(registry)
    if (known !== undefined) return known
    const tools = shownTools(
      registry.servers.map(({ server }) => ({ server, items: itemsOf(registry, server) })),
    )
    listed.set(registry, tools)
    return tools
  }

  function itemsOf(registry: Catalogue['registry'], server: string): readonly JsonObject[] {
    // Tools are what a server listed, which was JSON; their type has no index.
    return registry.tools.flatMap((tool) =>
      tool.server === server ? [tool.definition as unknown as JsonObject] : [],
    )
  }

  function shownTools(servers: readonly ListedByServer[]): JsonObject[] {
    for (const { server, items } of servers)
      names.learn(
        server,
        items.map(({ name }) => String(name)),
      )
    return servers.flatMap(({ server, items }) =>
      items.flatMap((tool) => {
        const name = names.shown({ server, name: String(tool.name) })
        // What is called by the name is shown under it.
        const isCalled = !ownNames.has(name) && names.find(name)?.server === server
        return isCalled ? [{ ...tool, name }] : []
      }),
    )
  }

  async function ofCatalogue(): Promise<Gathered> {
    const { registry, unavailable, late = [] } = await upstreams.catalogue()
    const isNobody = registry.servers.length === 0 && late.length === 0
    return { items: toolsOf(registry), unavailable, isNobody }
  }

  async function ofSessions(lists: ListDesk, requester: Requester): Promise<Gathered> {
    const locked = toolsFor === 'each-unlocked' ? await ofLock() : []
    const known = new Set(locked.map(({ server }) => server))
    const { servers, unavailable, isNobody, refusal } = await lists.list(TOOLS, requester, known)
    const all = [...locked, ...servers]
    const inOrder = upstreams.servers.flatMap((server) => all.filter((each) => each.server === server))
    return { items: shownTools(inOrder), unavailable, isNobody: isNobody && locked.length === 0, refusal }
  }

  /** A lock says what there is to be of its servers: none of them is started for a list. */
  async function ofLock(): Promise<readonly ListedByServer[]> {
    const { registry, asked } = await upstreams.catalogue()
    return registry.servers.flatMap(({ server }) =>
      asked.includes(server) ? [] : [{ server, items: itemsOf(registry, server) }],
    )
  }

  async function list(requester: Requester): Promise<Gathered> {
    const isOwnList = toolsFor !== 'everybody' && Object.keys(requester.capabilities).length > 0
    const { items, unavailable, isNobody, refusal } =
      isOwnList && lists !== undefined ? await ofSessions(lists, requester) : await ofCatalogue()
    return { items: [...own, ...items], unavailable, isNobody: isNobody && own.length === 0, refusal }
  }

  return {
    list,
    async learn() {
      const { registry } = await upstreams.catalogue()
      toolsOf(registry)
      return registry
    },
  }
}
