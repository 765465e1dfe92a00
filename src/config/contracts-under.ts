/** What the tools of a server promise, for whoever records them: the user's word on what they do comes before that of the server. */
import { claimByHints, createEffects, statedSource } from '../effects/index.js'
import type { Policy } from '../policy/index.js'
import { contractOf } from '../registry/contract-of.js'
import type { ToolContract } from '../registry/index.js'

export type ContractOf = (tool: Parameters<typeof contractOf>[0]) => ToolContract

/** Without a policy the word of the server alone. */
export function contractsUnder(policy: Policy | undefined, server: string): ContractOf {
  if (policy === undefined) return contractOf
  const stated = statedSource(policy.rules)
  return (tool) => {
    const { fingerprint } = contractOf(tool)
    const effects = createEffects([stated, { claim: () => claimByHints(tool.annotations) }])
    return { fingerprint, effect: effects.claimOf({ server, tool: tool.name }).effect }
  }
}
