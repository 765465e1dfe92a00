/** Rules of a policy that protect nothing, since their server does not exist. */
import { didYouMean, matchesPattern, nearestNames, shorten } from '../../base/index.js'
import type { Policy } from '../../policy/index.js'

/** A sentence for each of them. None where no server is named: recordings then say which there are. */
export function rulesWithoutServer(policy: Policy | undefined, servers: readonly string[]): string[] {
  if (policy === undefined || servers.length === 0) return []
  return policy.rules.flatMap(({ tools }) => {
    const server = tools === '*' ? '*' : tools.slice(0, tools.indexOf(':'))
    if (servers.some((name) => matchesPattern(server, name))) return []
    const near = nearestNames(server, servers).slice(0, 1)
    const hint =
      didYouMean(near.map((name) => `"${name}"`)) ?? `the servers are ${shorten(servers.join(', '), 200)}`
    return [
      `The rule "${shorten(tools, 140)}" of the policy is for no tool: no server is "${shorten(server, 140)}"; ${hint}`,
    ]
  })
}
