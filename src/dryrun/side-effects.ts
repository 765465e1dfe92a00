/** What the calls of a rehearsal would do to the world. */
import { type JsonObject, type JsonValue, shorten } from '../base/index.js'
import { type Effect, toolRef } from '../call/index.js'
import type { EffectClaim } from '../effects/index.js'
import type { SeenChange } from './copies.js'
import type { LedgerEntry } from './ledger.js'
import { RESOURCE_KEYS } from './named-things.js'
import type { Approval, SideEffect } from './report.js'

/**
 * The side effect of a call that succeeded, or that was refused here for arguments which may owe an invented value: with the real
 * one it may succeed. Nothing when the call only reads or failed.
 */
export function sideEffectOf(entry: LedgerEntry, claim: EffectClaim): SideEffect[] {
  const { call, answer, dependsOnInvented } = entry
  const { effect } = claim
  const isRefused = answer.outcome.kind !== 'result'
  if (effect === 'read' || (isRefused && !isRefusedByGuess(entry))) return []
  const tool = toolRef(call)
  const resource = resourceOf(call.arguments ?? {}, call.unknownAt ?? [])
  return [
    {
      call: call.n,
      tool,
      effect,
      resource,
      reversible: claim.reversible,
      evidence: claim.evidence,
      certain: claim.certain && dependsOnInvented.length === 0,
      text: `${VERBS[effect]} ${resource ?? 'something'} through ${tool}${isRefused ? ', if its arguments are right' : ''}`,
    },
  ]
}

/**
 * What is known of one call's effect, once it was seen what it changed. That nothing was seen to change proves no read: it may have
 * wanted the network, or memory.
 */
export function claimAfter(claim: EffectClaim, seen: readonly SeenChange[]): EffectClaim {
  if (seen.length === 0 || claim.effect === 'external') return claim
  if (claim.evidence === 'policy' && claim.effect !== 'read') return claim
  const effect = seen.some(isLoss) ? 'destructive' : 'write'
  const reversible = seen.every(({ change }) => change === 'made' || change === 'renamed') ? 'yes' : 'no'
  return { effect, evidence: 'observed', certain: true, reversible }
}

/** What was there is there no more; what was only added to still is. */
function isLoss({ change, before, after }: SeenChange): boolean {
  if (change === 'removed') return true
  if (change !== 'changed' || before === undefined || before.bytes === 0 || before.digest === after?.digest)
    return false
  if (before.content === undefined || after?.content === undefined) return true
  return !Buffer.from(after.content).subarray(0, before.content.length).equals(before.content)
}

function isRefusedByGuess({ answer, dependsOnInvented }: LedgerEntry): boolean {
  return (
    answer.outcome.kind === 'tool-error' &&
    answer.provenance.source === 'schema' &&
    dependsOnInvented.length > 0
  )
}

/** Calls that a person should have said yes to: what cannot be taken back, or may be such, and what the policy wants asked, which may only read. */
export function approvalsFor(
  effects: readonly SideEffect[],
  askedByPolicy: readonly Omit<Approval, 'why'>[],
): Approval[] {
  const asked = new Set(askedByPolicy.map(({ call }) => call))
  const final = effects.filter(({ call, effect }) => !asked.has(call) && effect !== 'write')
  return [
    ...askedByPolicy.map(({ call, tool }) => ({ call, tool, why: 'policy' })),
    ...final.map(({ call, tool, effect }) => ({ call, tool, why: effect })),
  ].sort((a, b) => a.call - b.call)
}

/** True when all can be undone, false when one cannot, null when nobody knows. */
export function isReversible(effects: readonly SideEffect[]): boolean | null {
  if (effects.some(({ reversible }) => reversible === 'no')) return false
  return effects.every(({ reversible }) => reversible === 'yes') ? true : null
}

const VERBS: Readonly<Record<Exclude<Effect, 'read'>, string>> = {
  write: 'writes',
  destructive: 'overwrites or deletes',
  external: 'sends to the outside:',
  unknown: 'may change',
}

function resourceOf(args: JsonObject, unknownAt: readonly string[]): string | null {
  for (const key of RESOURCE_KEYS) {
    if (unknownAt.includes(`/${key}`)) return `an unknown ${key}`
    const value = Object.hasOwn(args, key) ? args[key] : undefined
    if (typeof value === 'string' || typeof value === 'number') return shorten(String(value), 120)
  }
  return namesInside(args)
}

/** `{entities: [{name: "a"}, {name: "b"}]}` is about "a, b". */
function namesInside(args: JsonObject): string | null {
  const lists = Object.values(args).filter((value): value is readonly JsonValue[] => Array.isArray(value))
  const names = lists.flat().flatMap((item) => nameOf(item))
  return names.length === 0 ? null : shorten(names.join(', '), 120)
}

function nameOf(item: JsonValue): string[] {
  if (typeof item === 'string') return [item]
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
  const object = item as JsonObject
  const key = [...RESOURCE_KEYS, 'entityName', 'from'].find((each) => typeof object[each] === 'string')
  return key === undefined ? [] : [String(object[key])]
}
