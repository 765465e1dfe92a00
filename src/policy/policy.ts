/** The user's word on tools: what they do, and whether they may be called. */
import type { Effect, EffectClaim, Reversible } from './effect.js'
import { matchesPattern } from './pattern.js'

/** `ask`: a person has to approve each call. */
export type Decision = (typeof DECISIONS)[number]
export const DECISIONS = ['allow', 'ask', 'deny'] as const

export interface PolicyRule {
  /** `SERVER:TOOL`, where `*` stands for any characters, none included. */
  readonly tools: string
  readonly effect?: Effect
  readonly reversible?: Reversible
  readonly decision?: Decision
}

/** Rules, first match first: each of effect, reversible and decision comes from the first matching rule that names it. */
export interface Policy {
  readonly rules: readonly PolicyRule[]
}

/**
 * What a tool (`server:tool`) does: certain where a rule says its effect, else as claimed.
 * A rule that says only whether it can be undone changes only that.
 */
export function classify(claim: EffectClaim, ref: string, policy: Policy): EffectClaim {
  const effect = firstOf(policy, ref, 'effect')
  const reversible = firstOf(policy, ref, 'reversible')
  if (effect === undefined) return reversible === undefined ? claim : { ...claim, reversible }
  return { effect, evidence: 'policy', certain: true, reversible: reversible ?? REVERSIBLE_BY_NATURE[effect] }
}

/** Whether a tool (`server:tool`) may be called; undefined when no rule says so. */
export function decide(ref: string, policy: Policy): Decision | undefined {
  return firstOf(policy, ref, 'decision')
}

function firstOf<Key extends 'effect' | 'reversible' | 'decision'>(
  policy: Policy,
  ref: string,
  key: Key,
): PolicyRule[Key] | undefined {
  return policy.rules.find((rule) => rule[key] !== undefined && matchesPattern(rule.tools, ref))?.[key]
}

/** A read has nothing to undo, and what was destroyed or sent away does not come back. */
const REVERSIBLE_BY_NATURE: Readonly<Record<Effect, Reversible>> = {
  read: 'yes',
  write: 'unknown',
  destructive: 'no',
  external: 'no',
  unknown: 'unknown',
}
