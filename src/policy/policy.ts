/** The user's word on tools: what they do, and whether they may be called. */
import type { Effect, EffectClaim, Reversible } from './effect.js'
import { matchesPattern } from './pattern.js'
import type { ValidationMode } from './validation-mode.js'

/** `ask`: a person has to approve each call. */
export type Decision = (typeof DECISIONS)[number]
export const DECISIONS = ['allow', 'ask', 'deny'] as const

export interface PolicyRule {
  /** `SERVER:TOOL`, where `*` stands for any characters, none included. */
  readonly tools: string
  readonly effect?: Effect
  readonly reversible?: Reversible
  readonly decision?: Decision
  /** The decision is for tools of these effects alone: see `decide`. */
  readonly when_effect?: readonly Effect[]
}

/** Rules, first match first: each of effect, reversible and decision comes from the first matching rule that names it, and decides for this effect. */
export interface Policy {
  readonly rules: readonly PolicyRule[]
  /** Default `lenient`. */
  readonly validation?: ValidationMode
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

/**
 * Whether a tool (`server:tool`) may be called; undefined when no rule says so. `claim` is what is said of its effect elsewhere.
 * An effect that the policy states is believed by all rules. One that is only claimed makes things stricter, never looser: no rule
 * with `when_effect` allows because of it, and rules that ask or deny count the tool as of unknown effect as well.
 */
export function decide(ref: string, policy: Policy, claim: EffectClaim): Decision | undefined {
  const stated = firstOf(policy, ref, 'effect')
  const rule = policy.rules.find(
    ({ tools, decision, when_effect: effects }) =>
      decision !== undefined &&
      matchesPattern(tools, ref) &&
      (effects === undefined ||
        possibleEffects(decision, stated, claim).some((each) => effects.includes(each))),
  )
  return rule?.decision
}

function possibleEffects(
  decision: Decision,
  stated: Effect | undefined,
  claim: EffectClaim,
): readonly Effect[] {
  if (stated !== undefined) return [stated]
  return decision === 'allow' ? [] : [claim.effect, 'unknown']
}

function firstOf<Key extends 'effect' | 'reversible'>(
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
