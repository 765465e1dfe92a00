/** What the calls of a rehearsal do, and who sees it. */
import { parseToolRef } from '../call/index.js'
import { createEffects, type Effects, shareWorld } from '../effects/index.js'
import type { Policy } from '../policy/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { claimOf } from './policy-answerer.js'

export function effectsOf(registry: ToolRegistry, policy: Policy | undefined): Effects {
  return createEffects([
    {
      claim: (tool) => {
        const call = parseToolRef(tool)
        if (call === undefined) return undefined
        const { effect } = claimOf(registry, policy, call)
        return { effect }
      },
    },
  ])
}

/** Whether one server may see what another one changed, by what is known of how they are started. */
export function worldsOf({ servers }: ToolRegistry): (server: string, other: string) => boolean {
  const reaches = new Map(servers.map(({ server, reach }) => [server, reach]))
  return (server, other) => shareWorld(reaches.get(server), reaches.get(other))
}
