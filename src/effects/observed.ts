/** What tools were seen to change on copies of the world, as a source. It makes what is claimed worse, and never better. */
import { CHANGING_EFFECTS, type Effect, isWorseEffect, type ToolRef } from '../call/index.js'
import { annotationSource, type HintedTools } from './annotations.js'
import type { EffectClaim, EffectSource } from './effects.js'

export interface ObservedEffect {
  /** The worst that was seen. */
  readonly effect: 'write' | 'destructive'
  /** What was touched each time, as patterns over the arguments; empty unless several calls agree. */
  readonly places: readonly string[]
}

export type ObservedEffects = (tool: ToolRef) => ObservedEffect | undefined

/**
 * Of a tool that was seen to change something: the worse of that and what its server claims. All that was possible before still is, so
 * that a rule which asked or denied does it still. It says no footprint: that more is touched another time, no number of looks rules out.
 */
export function observedSource(observed: ObservedEffects, tools: HintedTools): EffectSource {
  const claimed = annotationSource(tools)
  return {
    claim(tool): Partial<EffectClaim> | undefined {
      const seen = observed(tool)
      const said = claimed.claim(tool)
      if (seen === undefined || (said?.effect !== undefined && isWorseEffect(said.effect, seen.effect)))
        return undefined
      const before: readonly Effect[] =
        said?.effect === undefined ? CHANGING_EFFECTS : [said.effect, ...(said.alsoPossible ?? [])]
      return {
        ...{ effect: seen.effect, evidence: 'observed', certain: false },
        alsoPossible: before.filter((each) => each !== seen.effect),
        ...(seen.effect === 'destructive' ? { reversible: 'no' } : {}),
        touches: seen.places,
      }
    },
  }
}
