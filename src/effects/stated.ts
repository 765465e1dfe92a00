/** The user's word on what tools do, as a source: the rules of a policy that say an effect. */
import { defined, matchesPattern } from '../base/index.js'
import type { Effect, Reversible, ToolRef } from '../call/index.js'
import type { EffectClaim, EffectSource } from './effects.js'

export interface StatedEffect {
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
