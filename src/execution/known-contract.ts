/** What a recording must have been made with to count: the contract as it is now, and the same way to start the server. */
import type { ToolCall } from '../call/index.js'
import type { Effects } from '../effects/index.js'
import type { KnownContract } from '../recording/index.js'
import type { ToolRegistry } from '../registry/index.js'

/** Undefined for a tool that is not there. */
export function knownContract(
  registry: ToolRegistry,
  effects: Effects,
): (call: Pick<ToolCall, 'server' | 'tool'>) => KnownContract | undefined {
  return (call) => {
    const lookup = registry.find(call.server, call.tool)
    if (lookup.kind === 'missing') return undefined
    const launch = registry.servers.find(({ server }) => server === call.server)?.launch
    const { effect } = effects.claimOf(call)
    return { fingerprint: lookup.tool.fingerprint, effect, ...(launch === undefined ? {} : { launch }) }
  }
}
