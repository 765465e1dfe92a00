/** What the tools of a server promise, for whoever records them: the user's word on what they do comes before that of the server. */
import { toolRef } from '../call/index.js'
import { classify, type Policy } from '../policy/index.js'
import { contractOf, type ToolContract } from '../registry/index.js'

export type ContractOf = (tool: Parameters<typeof contractOf>[0]) => ToolContract

/** Without a policy the word of the server, and of its tools' names. */
export function contractsUnder(policy: Policy | undefined, server: string): ContractOf {
  if (policy === undefined) return contractOf
  return (tool) => {
    const { fingerprint, effect: claimed } = contractOf(tool)
    const claim = { effect: claimed, evidence: 'none', certain: false, reversible: 'unknown' } as const
    return { fingerprint, effect: classify(claim, toolRef({ server, tool: tool.name }), policy).effect }
  }
}
