/** What is known of the tools that there are: the user's word, the policy's first, then what their servers claim. */
import { annotationSource, claimByHints, type EffectHints, type HintedTools } from './annotations.js'
import { createEffects, type EffectClaim, type EffectSource, type Effects } from './effects.js'
import { type StatedEffect, statedSource } from './stated.js'

export interface UsersWord {
  readonly policy?: { readonly rules: readonly StatedEffect[] } | undefined
  /** What the user says elsewhere than in the policy, such as in settings; the strongest first. */
  readonly effects?: readonly EffectSource[] | undefined
}

export function effectsOfTools(tools: HintedTools, { policy, effects = [] }: UsersWord): Effects {
  return createEffects([statedSource(policy?.rules), ...effects, annotationSource(tools)])
}

/** Of one tool alone, for whoever has it at hand. */
export function claimOfTool(
  { server, name, definition }: NamedTool,
  { policy, effects = [] }: UsersWord = {},
): EffectClaim {
  const hints = { claim: () => claimByHints(definition.annotations) }
  return createEffects([statedSource(policy?.rules), ...effects, hints]).claimOf({ server, tool: name })
}

export interface NamedTool {
  readonly server: string
  readonly name: string
  readonly definition: { readonly annotations?: EffectHints }
}
