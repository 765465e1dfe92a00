/** The user's word on tools: what they do, and whether they may be called. */
import { matchesPattern } from '../base/index.js'
import { CHANGING_EFFECTS, type Effect, type Reversible } from '../call/index.js'
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
  /** Called twice it does what it does once: after a crash it is called again, and nobody is asked. */
  readonly idempotent?: boolean
  /** The decision is for tools of these effects alone: see `decide`. */
  readonly when_effect?: readonly Effect[]
}

/** Rules, first match first: each of effect, reversible and decision comes from the first matching rule that names it, and decides for this effect. */
export interface Policy {
  readonly rules: readonly PolicyRule[]
  /** Default `lenient`. */
  readonly validation?: ValidationMode
  /** Effects of one run that may be under way at once; default 1, so that a crash leaves at most one in doubt. */
  readonly effects_at_once?: number
  /** Calls with such effects need a receipt, or none does. Absent: see the gateway. */
  readonly require_receipt?: readonly Exclude<Effect, 'read'>[] | 'never'
  /** Calls with such effects are made only where they have a way back. Absent: none has to. */
  readonly require_undo?: readonly Exclude<Effect, 'read'>[] | 'never'
}

/** What whoever knows of effects says of a tool. */
export interface ToldEffect {
  readonly effect: Effect
  /** True for the user's word, false for a claim of the server's and where nobody says anything. */
  readonly certain: boolean
  readonly alsoPossible?: readonly Effect[]
}

/**
 * Whether a tool (`server:tool`) may be called; undefined when no rule says so. An effect that the user states is believed by all
 * rules. One that is only claimed makes things stricter, never looser: no rule with `when_effect` allows because of it, and rules
 * that ask or deny count the tool as of unknown effect as well. What nobody knows may be anything but a read.
 */
export function decide(ref: string, policy: Policy, told: ToldEffect): Decision | undefined {
  const rule = policy.rules.find(
    ({ tools, decision, when_effect: effects }) =>
      decision !== undefined &&
      matchesPattern(tools, ref) &&
      (effects === undefined || possibleEffects(decision, told).some((each) => effects.includes(each))),
  )
  return rule?.decision
}

/** Whether the user says that a tool (`server:tool`) may be called twice where nobody knows whether it was called. */
export function mayBeRepeated(ref: string, policy: Policy | undefined): boolean {
  const rule = policy?.rules.find(
    ({ tools, idempotent }) => idempotent !== undefined && matchesPattern(tools, ref),
  )
  return rule?.idempotent === true
}

/** True where the user has not said what a tool does, nobody says that it writes, and to say that it reads would change the decision. */
export function isDecidedByDoubt(ref: string, policy: Policy, told: ToldEffect): boolean {
  const isDoubtful = !told.certain && (told.effect === 'unknown' || told.effect === 'read')
  return isDoubtful && decide(ref, policy, told) !== decide(ref, policy, { effect: 'read', certain: true })
}

/** For whoever stops something because of an effect, or allows it because of one. */
export function possibleEffects(
  decision: Decision,
  { effect, certain, alsoPossible = [] }: ToldEffect,
): readonly Effect[] {
  // A rule that allows believes the user alone.
  if (decision === 'allow') return certain ? [effect] : []
  const possible = effect === 'unknown' ? CHANGING_EFFECTS : [effect, ...alsoPossible]
  return certain ? possible : [...possible, 'unknown']
}
