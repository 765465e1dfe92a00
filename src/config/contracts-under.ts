/** What the tools of a server promise, for whoever records them: the user's word on what they do comes before that of the server. */
import type { JsonObject } from '../base/index.js'
import type { Effect } from '../call/index.js'
import { claimByHints, createEffects, statedSource, type UsersWord } from '../effects/index.js'
import { contractOf } from '../registry/contract-of.js'
import type { ToolContract } from '../registry/index.js'

export interface ContractsUnder {
  readonly describe: (tool: Parameters<typeof contractOf>[0]) => ToolContract
  /** What one call does, by its own statement; undefined where that is what its tool does. */
  readonly effectOf: (tool: string, args: JsonObject) => Effect | undefined
}

/** Without a word of the user, that of the server alone. */
export function contractsUnder({ policy, effects = [] }: UsersWord, server: string): ContractsUnder {
  const stated = [statedSource(policy?.rules), ...effects]
  const users = createEffects(stated)
  return {
    describe(tool) {
      const { fingerprint } = contractOf(tool)
      const known = createEffects([...stated, { claim: () => claimByHints(tool.annotations) }])
      return { fingerprint, effect: known.claimOf({ server, tool: tool.name }).effect }
    },
    effectOf(tool, args) {
      const { effect, evidence } = users.claimOf({ server, tool, arguments: args })
      return evidence === 'statement' ? effect : undefined
    },
  }
}
