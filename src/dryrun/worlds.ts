/** Which servers of a rehearsal see what another one changed. */
import { shareWorld } from '../effects/index.js'
import type { ToolRegistry } from '../registry/index.js'

/** By what is known of how they are started; a server of which nothing is known may be any on this machine. */
export function worldsOf({ servers }: ToolRegistry): (server: string, other: string) => boolean {
  const reaches = new Map(servers.map(({ server, reach }) => [server, reach]))
  return (server, other) => shareWorld(reaches.get(server), reaches.get(other))
}
