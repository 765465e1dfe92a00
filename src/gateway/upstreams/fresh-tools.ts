/** What a lock still says of servers that have not been started. */
import { defined } from '../../base/index.js'
import { launchDigest, type ServerEntry } from '../../config/index.js'
import { serverReach } from '../../launch/index.js'
import { type ContractLock, type ServerTools, toolsOfLock } from '../../registry/index.js'

/**
 * The locked tools of each server whose entry starts it as it was started when it was locked: the same digest of its launch. What
 * was locked from a file of tools, or before locks held that digest, is not known to be of this server, and so not fresh.
 * Whether a server that is launched as it was still is what it was, only the server can tell: once it is started for whatever
 * reason it is asked, and its answer takes the place of the lock.
 */
export function freshTools(
  entries: readonly ServerEntry[],
  lock: ContractLock | undefined,
): readonly ServerTools[] {
  if (lock === undefined) return []
  const launches = new Map(entries.map((entry) => [entry.name, launchDigest(entry)]))
  const reaches = new Map(entries.map((entry) => [entry.name, serverReach(entry)]))
  const servers = lock.servers.filter(
    ({ name, launch }) => launch !== undefined && launches.get(name) === launch,
  )
  return toolsOfLock({ ...lock, servers }).map((tools) => {
    const launch = launches.get(tools.server)
    const reach = reaches.get(tools.server)
    return {
      ...tools,
      ...defined({ launch, reach }),
    }
  })
}
