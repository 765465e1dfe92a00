/** What is known of the tools that there are: the user's word, the policy's first, then what their servers claim. */
import { defined, matchesPattern } from '../base/index.js'
import type { Effect, Reversible, ToolRef } from '../call/index.js'
import { annotationSource, claimByHints, type EffectHints, type HintedTools } from './annotations.js'
import { createEffects, type EffectClaim, type EffectSource, type Effects } from './effects.js'
import { type ObservedEffects, observedSource } from './observed.js'

export interface UsersWord {
  readonly policy?: { readonly rules: readonly StatedEffect[] } | undefined
  /** What the user says elsewhere than in the policy, such as in settings; the strongest first. */
  readonly effects?: readonly EffectSource[] | undefined
}

/** What is known of tools beside that. */
export interface SeenOfTools extends UsersWord {
  /** What was seen of them on copies: it stands below the user's word, and above what servers claim. */
  readonly observed?: ObservedEffects | undefined
}

/** The user's word on what tools do, as a source: the rules of a policy that say an effect. */
interface StatedEffect {
  /** `SERVER:TOOL`, where `*` stands for any characters, none included. */
  readonly tools: string
  readonly effect?: Effect
  readonly reversible?: Reversible
}

/** First match first: each of effect and reversibility comes from the first matching rule that names it. It is certain. */
export function statedSource(rules: readonly StatedEffect[] = []): EffectSource {
  return {
    claim(tool): Partial<EffectClaim> | undefined {
      const effect = firstOf(rules, tool, 'effect')
      const reversible = firstOf(rules, tool, 'reversible')
      if (effect === undefined) return reversible === undefined ? undefined : { reversible }
      return {
        ...{ effect, evidence: 'policy', certain: true },
        ...defined({ reversible }),
      }
    },
  }
}

function firstOf<Key extends 'effect' | 'reversible'>(
  rules: readonly StatedEffect[],
  tool: ToolRef,
  key: Key,
): StatedEffect[Key] | undefined {
  return rules.find((rule) => rule[key] !== undefined && matchesPattern(rule.tools, tool))?.[key]
}

export function effectsOfTools(tools: HintedTools, { policy, effects = [], observed }: SeenOfTools): Effects {
  return createEffects([
    statedSource(policy?.rules),
    ...effects,
    ...(observed === undefined ? [] : [observedSource(observed, tools)]),
    annotationSource(tools),
  ])
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
