/** Who is asked what a call does: one place for side effects, staleness, policy, `--fail-on` and approvals. */
import { type Effect, type Reversible, type ToolCall, type ToolRef, toolRef } from '../call/index.js'
import type { Footprint, FootprintPatterns } from './footprint.js'

/**
 * Whose word it is, strongest first: the user's (of a policy or of the settings), what was seen on a copy, now or earlier, the statement in the call's
 * arguments, where the user says that the tool does what it says, the server's annotations, nobody's.
 */
export type EffectEvidence = 'policy' | 'observed' | 'statement' | 'annotation' | 'none'

/** What is known of an effect. It is known or `unknown`, never guessed from a name. */
export interface EffectClaim {
  readonly effect: Effect
  readonly evidence: EffectEvidence
  /** Only the user's word is certain: annotations are claims of the server. */
  readonly certain: boolean
  readonly reversible: Reversible
  /** What the tool may do as well, for whoever has to reckon with it: what is not said to be out of the question. */
  readonly alsoPossible?: readonly Effect[]
  /**
   * Of what was seen on copies earlier, and not in this call: what several calls touched, as patterns over the arguments. Nobody says that it
   * touches nothing else.
   */
  readonly touches?: readonly string[]
}

export type EffectCall = Pick<ToolCall, 'server' | 'tool' | 'arguments' | 'unknownAt'>

/**
 * One source of knowledge about calls. Each method may be called any number of times and answers the same each time; undefined where
 * the source knows nothing. Neither throws.
 */
export interface EffectSource {
  /**
   * Of this call, where it is given, else of every call of the tool. Whoever knows an effect names the evidence too. `reversible` is said
   * only where the source says it apart from the effect.
   */
  claim(tool: ToolRef, call?: EffectCall): Partial<EffectClaim> | undefined
  footprint?(call: EffectCall): Footprint | undefined
  /** The footprints of all calls of a tool, where the source knows them by patterns. */
  patterns?(tool: ToolRef): FootprintPatterns | undefined
}

/** Never fails: what nobody knows is `unknown`, and the whole of its server. */
export interface Effects {
  /** Of one call where its arguments are given, else of every call of the tool. */
  claimOf(call: EffectCall): EffectClaim
  /** Empty `writes` for what is claimed to read alone, and for nothing else. */
  footprintOf(call: EffectCall): Footprint
}

/** The strongest source first; each of effect, reversibility and footprint is said by the first that knows it. */
export function createEffects(sources: readonly EffectSource[]): Effects {
  return {
    claimOf: (call) => claimFrom(sources, call),
    footprintOf(call) {
      const { effect } = claimFrom(sources, call)
      const { reads, writes, needs } = footprintFrom(sources, call)
      // Whether it writes is the claim's word, which may come from a stronger source; where it does, the footprint's.
      if (effect === 'read') return { reads, writes: [], needs }
      return { reads, writes: writes.length === 0 ? 'whole' : writes, needs }
    },
  }
}

function claimFrom(sources: readonly EffectSource[], call: EffectCall): EffectClaim {
  const tool = toolRef(call)
  const asked = call.arguments === undefined ? undefined : call
  const claims = sources.map((source) => source.claim(tool, asked))
  const said = claims.find((claim) => claim?.effect !== undefined)
  const claim = { ...NOBODY_KNOWS, ...said }
  const reversible = claims.find((each) => each?.reversible !== undefined)?.reversible
  return { ...claim, reversible: reversible ?? REVERSIBLE_BY_NATURE[claim.effect] }
}

function footprintFrom(sources: readonly EffectSource[], call: EffectCall): Footprint {
  for (const source of sources) {
    const footprint = source.footprint?.(call)
    if (footprint !== undefined) return footprint
  }
  return { reads: 'whole', writes: 'whole', needs: [] }
}

const NOBODY_KNOWS: EffectClaim = {
  effect: 'unknown',
  evidence: 'none',
  certain: false,
  reversible: 'unknown',
}

/** A read has nothing to undo, and what was destroyed or sent away does not come back. */
const REVERSIBLE_BY_NATURE: Readonly<Record<Effect, Reversible>> = {
  read: 'yes',
  write: 'unknown',
  destructive: 'no',
  external: 'no',
  unknown: 'unknown',
}
