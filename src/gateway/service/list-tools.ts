/** The tools of the gateway itself and of all servers behind it, as one list. */
import type { JsonObject, JsonValue } from '../../base/index.js'
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

export function createToolList(parts: GatewayParts, lists: ListDesk | undefined, names: Names): ToolList {
  return new PagedTools(parts, lists, names)
}

class PagedTools implements ToolList {
  readonly #parts: GatewayParts
  readonly #toolsFor: 'everybody' | 'each' | 'each-unlocked'
  readonly #lists: ListDesk | undefined
  readonly #names: Names
  readonly #own: JsonObject[]
  readonly #ownNames: Set<JsonValue | undefined>
  readonly #listed = new WeakMap<Catalogue['registry'], readonly JsonObject[]>()

  constructor(parts: GatewayParts, lists: ListDesk | undefined, names: Names) {
    this.#parts = parts
    this.#toolsFor = parts.toolsFor ?? 'everybody'
    this.#lists = lists
    this.#names = names
    this.#own = parts.ownTools.map(({ definition }) => definition)
    this.#ownNames = new Set(this.#own.map(({ name }) => name))
  }

  async list(requester: Requester): Promise<Gathered> {
    const isOwnList = this.#toolsFor !== 'everybody' && Object.keys(requester.capabilities).length > 0
    const { items, unavailable, isNobody, refusal } =
      isOwnList && this.#lists !== undefined
        ? await this.#ofSessions(this.#lists, requester)
        : await this.#ofCatalogue()
    return {
      items: [...this.#own, ...items],
      unavailable,
      isNobody: isNobody && this.#own.length === 0,
      refusal,
    }
  }

  async learn(): Promise<ToolRegistry> {
    const { registry } = await this.#parts.upstreams.catalogue()
    this.#toolsOf(registry)
    return registry
  }

  #toolsOf(registry: Catalogue['registry']): readonly JsonObject[] {
    const known = this.#listed.get(registry)
    if (known !== undefined) return known
    const tools = this.#shownTools(
      registry.servers.map(({ server }) => ({ server, items: itemsOf(registry, server) })),
    )
    this.#listed.set(registry, tools)
    return tools
  }

  #shownTools(servers: readonly ListedByServer[]): JsonObject[] {
    for (const { server, items } of servers)
      this.#names.learn(
        server,
        items.map(({ name }) => String(name)),
      )
    return servers.flatMap(({ server, items }) =>
      items.flatMap((tool) => {
        const name = this.#names.shown({ server, name: String(tool.name) })
        // What is called by the name is shown under it.
        const isCalled = !this.#ownNames.has(name) && this.#names.find(name)?.server === server
        return isCalled ? [{ ...tool, name }] : []
      }),
    )
  }

  async #ofCatalogue(): Promise<Gathered> {
    const { registry, unavailable, late = [] } = await this.#parts.upstreams.catalogue()
    const isNobody = registry.servers.length === 0 && late.length === 0
    return { items: this.#toolsOf(registry), unavailable, isNobody }
  }

  async #ofSessions(lists: ListDesk, requester: Requester): Promise<Gathered> {
    const locked = this.#toolsFor === 'each-unlocked' ? await this.#ofLock() : []
    const known = new Set(locked.map(({ server }) => server))
    const { servers, unavailable, isNobody, refusal } = await lists.list(TOOLS, requester, known)
    const all = [...locked, ...servers]
    const inOrder = this.#parts.upstreams.servers.flatMap((server) =>
      all.filter((each) => each.server === server),
    )
    return {
      items: this.#shownTools(inOrder),
      unavailable,
      isNobody: isNobody && locked.length === 0,
      refusal,
    }
  }

  /** A lock says what there is to be of its servers: none of them is started for a list. */
  async #ofLock(): Promise<readonly ListedByServer[]> {
    const { registry, asked } = await this.#parts.upstreams.catalogue()
    return registry.servers.flatMap(({ server }) =>
      asked.includes(server) ? [] : [{ server, items: itemsOf(registry, server) }],
    )
  }
}

function itemsOf(registry: Catalogue['registry'], server: string): readonly JsonObject[] {
  // Tools are what a server listed, which was JSON; their type has no index.
  return registry.tools.flatMap((tool) =>
    tool.server === server ? [tool.definition as unknown as JsonObject] : [],
  )
}
