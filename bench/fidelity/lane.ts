/** One folder with the servers on it, for one case after another. */
import { createGateway, type Gateway } from '../../dist/gateway/index.js'
import type { TypeStripper } from '../../dist/index.js'
import type { Sandbox } from '../../dist/sandbox/index.js'
import type { Lane } from './run-case.js'
import { createScratchWorld } from './scratch-world.js'
import { entriesOf, remembers } from './servers.js'

export function openLane(sandbox: Sandbox, stripper: TypeStripper): Lane {
  const world = createScratchWorld()
  const gateways = new Map<string, Gateway>()
  return {
    ...{ world, sandbox, stripper },
    async live(servers) {
      const name = servers.join()
      const there = gateways.get(name)
      if (there !== undefined) return there
      const config = entriesOf(servers, world.folder)
      const made = await createGateway({ config, sandbox, copy: 'never' })
      gateways.set(name, made)
      return made
    },
    async forget(servers) {
      if (!remembers(servers)) return
      await gateways.get(servers.join())?.close()
      gateways.delete(servers.join())
    },
    async [Symbol.asyncDispose]() {
      for (const gateway of gateways.values()) await gateway.close()
      world[Symbol.dispose]()
    },
  }
}
