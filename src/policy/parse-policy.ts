/** Policies as people write them: JSON or YAML, already turned into a value. */
import {
  defined,
  didYouMean,
  isJsonObject,
  type JsonObject,
  kindOrValue,
  nearestNames,
  shorten,
  UsageError,
} from '../base/index.js'
import { CHANGING_EFFECTS, EFFECTS, type Effect, REVERSIBLE } from '../call/index.js'
import { DECISIONS, type Policy, type PolicyRule } from './policy.js'
import { VALIDATION_MODES } from './validation-mode.js'

/**
 * Parses `{ rules: [{ tools, effect?, reversible?, decision?, idempotent?, when_effect? }], validation?, effects_at_once?, require_receipt?, require_undo? }`. `what` names the source in errors.
 * @throws UsageError POLICY_INVALID for anything else; keys that are not known are errors, since a misspelt rule protects nothing.
 */
export function parsePolicy(value: unknown, what: string): Policy {
  if (!isJsonObject(value))
    throw invalidPolicy(what, `expected an object with "rules", found ${kindOrValue(value)}`)
  refuseUnknownKeys(
    value,
    ['rules', 'validation', 'effects_at_once', 'require_receipt', 'require_undo'],
    what,
    'the policy',
  )
  if (!Array.isArray(value.rules)) {
    throw invalidPolicy(what, `"rules" must be a list, found ${kindOrValue(value.rules)}`)
  }
  return {
    rules: value.rules.map((rule: unknown, i) => parseRule(rule, what, `rules[${i}]`)),
    ...oneOf(value, 'validation', VALIDATION_MODES, what),
    ...parseEffectsAtOnce(value, what),
    ...parseRequired(value, 'require_receipt', what),
    ...parseRequired(value, 'require_undo', what),
  }
}

function parseEffectsAtOnce(
  { effects_at_once: count }: JsonObject,
  what: string,
): Pick<Policy, 'effects_at_once'> {
  if (count === undefined) return {}
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 1)
    return { effects_at_once: count }
  throw invalidPolicy(what, `"effects_at_once" must be a whole number from 1 on, found ${kindOrValue(count)}`)
}

function parseRequired(
  value: JsonObject,
  key: 'require_receipt' | 'require_undo',
  what: string,
): Pick<Policy, 'require_receipt' | 'require_undo'> {
  if (!Object.hasOwn(value, key)) return {}
  const { [key]: wanted } = value
  if (wanted === 'never') return { [key]: 'never' }
  const effects = Array.isArray(wanted)
    ? wanted.map((each: unknown) => CHANGING_EFFECTS.find((word) => word === each))
    : []
  const known = effects.filter((each) => each !== undefined)
  if (known.length > 0 && known.length === effects.length) return { [key]: known }
  throw invalidPolicy(
    what,
    `"${key}" must be never, or a list of effects (${CHANGING_EFFECTS.join(', ')}), found ${kindOrValue(wanted)}`,
  )
}

function parseRule(value: unknown, what: string, where: string): PolicyRule {
  if (!isJsonObject(value))
    throw invalidPolicy(what, `${where} must be an object, found ${kindOrValue(value)}`)
  refuseUnknownKeys(
    value,
    ['tools', 'effect', 'reversible', 'decision', 'idempotent', 'when_effect'],
    what,
    where,
  )
  const { tools } = value
  if (typeof tools !== 'string' || !(tools === '*' || /^[^:]+:./s.test(tools))) {
    const hint = 'name tools as SERVER:TOOL, with * for any characters, such as "filesystem:read_*"'
    throw invalidPolicy(what, `${where}.tools must be a pattern of tools, found ${kindOrValue(tools)}`, hint)
  }
  const rule: PolicyRule = {
    tools,
    ...oneOf(value, 'effect', EFFECTS, what, where),
    ...oneOf(value, 'reversible', REVERSIBLE, what, where),
    ...oneOf(value, 'decision', DECISIONS, what, where),
    ...parseIdempotent(value, what, where),
    ...parseWhenEffect(value, what, where),
  }
  if (Object.keys(rule).length === 1) {
    throw invalidPolicy(
      what,
      `${where} says nothing about ${kindOrValue(tools)}`,
      'add effect, reversible, decision or idempotent',
    )
  }
  return rule
}

function parseIdempotent(
  { idempotent }: JsonObject,
  what: string,
  where: string,
): Pick<PolicyRule, 'idempotent'> {
  if (idempotent === undefined) return {}
  if (typeof idempotent === 'boolean') return { idempotent }
  throw invalidPolicy(what, `${where}.idempotent must be true or false, found ${kindOrValue(idempotent)}`)
}

/** A rule with a condition decides and does nothing else: an effect that hangs on the effect would say nothing. */
function parseWhenEffect(
  rule: JsonObject,
  what: string,
  where: string,
): { readonly when_effect?: readonly Effect[] } {
  if (!Object.hasOwn(rule, 'when_effect')) return {}
  const { when_effect: effects } = rule
  if (!Array.isArray(effects) || effects.length === 0) {
    throw invalidPolicy(what, `${where}.when_effect must be a list of effects, found ${kindOrValue(effects)}`)
  }
  if (rule.decision === undefined || rule.effect !== undefined || rule.reversible !== undefined) {
    throw invalidPolicy(
      what,
      `${where} has when_effect, which goes with decision alone`,
      'say what a tool does in one rule, and decide by its effect in another one',
    )
  }
  return {
    when_effect: effects.map((each: unknown) => {
      const word = EFFECTS.find((effect) => effect === each)
      if (word !== undefined) return word
      throw invalidPolicy(
        what,
        `${where}.when_effect must name effects (${EFFECTS.join(', ')}), found ${kindOrValue(each)}`,
      )
    }),
  }
}

function oneOf<Key extends string, Word extends string>(
  rule: JsonObject,
  key: Key,
  words: readonly Word[],
  what: string,
  where?: string,
): { readonly [K in Key]?: Word } {
  if (!Object.hasOwn(rule, key)) return {}
  const word = words.find((each) => each === rule[key])
  if (word === undefined) {
    const place = where === undefined ? `"${key}"` : `${where}.${key}`
    throw invalidPolicy(what, `${place} must be one of ${words.join(', ')}, found ${kindOrValue(rule[key])}`)
  }
  // An object with one computed key of a literal type is typed as an index signature: this narrows it back.
  return { [key]: word } as { readonly [K in Key]: Word }
}

function refuseUnknownKeys(value: JsonObject, known: readonly string[], what: string, where: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown === undefined) return
  const near = nearestNames(shorten(unknown, 60), known).slice(0, 1)
  const hint = didYouMean(near.map((key) => `"${key}"`)) ?? `known keys are ${known.join(', ')}`
  throw invalidPolicy(what, `${where} has an unknown key ${kindOrValue(unknown)}`, hint)
}

function invalidPolicy(what: string, found: string, hint?: string): UsageError {
  return new UsageError('POLICY_INVALID', `Cannot read the policy ${what}: ${found}`, defined({ hint }))
}
