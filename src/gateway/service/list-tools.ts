/** The tools of the gateway itself and of all servers behind it, as one list. */
import type { JsonObject } from '../../base/index.js'
import type { Catalogue, Upstreams } from '../upstreams/upstreams.js'
import type { OwnTool } from './gateway-parts.js'
import type { Names } from './names.js'
import type { Gathered } from './responses.js'

export interface ToolList {
  /** All of them, with what could not be listed. @throws UsageError USAGE when two servers have a name that clients could not tell apart */
  list(): Promise<Gathered>
  /** Makes the names known that `names` could not find. */
  learn(): Promise<void>
}

export function createToolList(upstreams: Upstreams, names: Names, ownTools: readonly OwnTool[]): ToolList {
  const own = ownTools.map(({ definition }) => definition)
  const ownNames = new Set(own.map(({ name }) => name))
  const listed = new WeakMap<Catalogue['registry'], readonly JsonObject[]>()

  function toolsOf(registry: Catalogue['registry']): readonly JsonObject[] {
    const known = listed.get(registry)
    if (known !== undefined) return known
    for (const { server } of registry.servers)
      names.learn(
        server,
        registry.tools.flatMap((tool) => (tool.server === server ? [tool.name] : [])),
      )
    const tools = registry.tools.flatMap(({ server, name, definition }) => {
      const shown = names.shown({ server, name })
      // Tools are what a server listed, which was JSON; their type has no index.
      return ownNames.has(shown) ? [] : [{ ...definition, name: shown } as unknown as JsonObject]
    })
    listed.set(registry, tools)
    return tools
  }

  async function list(): Promise<Gathered> {
    const { registry, unavailable } = await upstreams.catalogue()
    const tools = toolsOf(registry)
    const problem = names.conflict()
    if (problem !== undefined) throw problem
    const isNobody = registry.servers.length === 0 && own.length === 0
    return { items: [...own, ...tools], unavailable, isNobody }
  }

  return {
    list,
    learn: async () => void toolsOf((await upstreams.catalogue()).registry),
  }
}
