/** Who is asked what a call does: one place for side effects, staleness, policy, `--fail-on` and approvals. */
import { type Effect, type Reversible, type ToolCall, type ToolRef, toolRef } from '../call/index.js'
import type { Footprint } from './footprint.js'

/** Whose word it is, strongest first: the user's, the server's annotations, nobody's. */
export type EffectEvidence = 'policy' | 'annotation' | 'none'

/** What is known of an effect. It is known or `unknown`, never guessed from a name. */
export interface EffectClaim {
  readonly effect: Effect
  readonly evidence: EffectEvidence
  /** Only the user's word is certain: annotations are claims of the server. */
  readonly certain: boolean
  readonly reversible: Reversible
}

export type EffectCall = Pick<ToolCall, 'server' | 'tool' | 'arguments' | 'unknownAt'>

/**
 * One source of knowledge about calls. Each method may be called any number of times and answers the same each time; undefined where
 * the source knows nothing. Neither throws.
 */
export interface EffectSource {
  claim(tool: ToolRef): Partial<EffectClaim> | undefined
  footprint?(call: EffectCall): Footprint | undefined
}

/** Never fails: what nobody knows is `unknown`, and the whole of its server. */
export interface Effects {
  /** Of every call of a tool. */
  claimOf(call: { readonly server: string; readonly tool: string }): EffectClaim
  footprintOf(call: EffectCall): Footprint
}

/** The strongest source first; each of effect and reversibility is said by the first that knows it. */
export function createEffects(sources: readonly EffectSource[]): Effects {
  return {
    claimOf: (call) => claimFrom(sources, toolRef(call)),
    footprintOf(call) {
      for (const source of sources) {
        const footprint = source.footprint?.(call)
        if (footprint !== undefined) return footprint
      }
      const reads = claimFrom(sources, toolRef(call)).effect === 'read'
      return { reads: 'whole', writes: reads ? [] : 'whole', needs: [] }
    },
  }
}

function claimFrom(sources: readonly EffectSource[], tool: ToolRef): EffectClaim {
  const claims = sources.map((source) => source.claim(tool))
  const said = claims.find((claim) => claim?.effect !== undefined)
  const reversible = claims.find((claim) => claim?.reversible !== undefined)?.reversible ?? 'unknown'
  return { ...NOBODY_KNOWS, ...said, reversible }
}

const NOBODY_KNOWS: EffectClaim = {
  effect: 'unknown',
  evidence: 'none',
  certain: false,
  reversible: 'unknown',
}
