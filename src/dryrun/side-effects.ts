/** What the calls of a rehearsal would do to the world. */
import { type JsonObject, type JsonValue, lastName, ownMember, restText, shorten } from '../base/index.js'
import { toolRef } from '../call/index.js'
import type { EffectClaim } from '../effects/index.js'
import type { SeenChange } from './copies.js'
import type { LedgerEntry } from './ledger.js'
import { RESOURCE_KEYS } from './named-things.js'
import type { Approval, SideEffect } from './report.js'

/**
 * The side effect of a call that succeeded, or that was refused here for arguments which may owe an invented value: with the real
 * one it may succeed. Nothing when the call only reads or failed. `seen`: what a copy showed that it changed.
 */
export function sideEffectOf(
  entry: LedgerEntry,
  claim: EffectClaim,
  seen: readonly SeenChange[] = [],
): SideEffect[] {
  const { call, answer, dependsOnInvented } = entry
  const { effect } = claim
  const isRefused = answer.outcome.kind !== 'result'
  if (effect === 'read' || (isRefused && !isRefusedByGuess(entry))) return []
  const tool = toolRef(call)
  const named = touchedInstead(resourceOf(call.arguments ?? {}, call.unknownAt ?? []), seen)
  const resource = named?.text ?? null
  return [
    {
      call: call.n,
      tool,
      effect,
      resource,
      reversible: claim.reversible,
      evidence: claim.evidence,
      certain: claim.certain && dependsOnInvented.length === 0,
      text: `${verbOf(effect, claim)} ${objectOf(effect, named)} through ${tool}${isRefused ? ', if its arguments are right' : ''}${touchedBefore(claim)}`,
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

/**
 * Calls that a person should have said yes to: what cannot be taken back, or may be such, and what the policy wants asked, which may only
 * read. `mayBeWorse`: calls of tools that were only seen to write, of which nobody says that they do no worse.
 */
export function approvalsFor(
  effects: readonly SideEffect[],
  askedByPolicy: readonly Omit<Approval, 'why'>[],
  mayBeWorse: ReadonlySet<number> = new Set(),
): Approval[] {
  const asked = new Set(askedByPolicy.map(({ call }) => call))
  const final = effects.flatMap(({ call, tool, effect }) => {
    if (asked.has(call)) return []
    if (effect !== 'write') return [{ call, tool, effect }]
    return mayBeWorse.has(call) ? [{ call, tool, effect: 'unknown' as const }] : []
  })
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

/** Of a claim that rests on earlier looks alone. */
function touchedBefore({ touches }: EffectClaim): string {
  if (touches === undefined) return ''
  return touches.length === 0
    ? ', as seen on a copy'
    : `, as seen on copies: ${shorten(touches.join(', '), 120)}`
}

/** What was seen, or is the user's word, is done; what a server claims of its tool is what the tool may do. */
function verbOf(effect: SideEffect['effect'], { evidence, touches }: EffectClaim): string {
  return evidence === 'policy' || (evidence === 'observed' && touches === undefined)
    ? VERBS[effect]
    : MAY[effect]
}

const VERBS: Readonly<Record<SideEffect['effect'], string>> = {
  write: 'writes',
  destructive: 'overwrites or deletes',
  external: 'sends to the outside:',
  unknown: 'may change',
}

const MAY: Readonly<Record<SideEffect['effect'], string>> = {
  write: 'may write',
  destructive: 'may overwrite or delete',
  external: 'may send to the outside:',
  unknown: 'may change',
}

/** Who goes to a page or writes to a person changes neither: an address is what a call is given, not what it is done to. */
function objectOf(effect: SideEffect['effect'], named: NamedResource | undefined): string {
  if (named === undefined) return 'something'
  return named.isAddress && effect !== 'external' ? `something, given ${named.text},` : named.text
}

interface NamedResource {
  readonly text: string
  readonly isAddress: boolean
  readonly isPath?: true
}

/** A file that a call names and that was seen to stay is not what it changed: a server may read it, and keep a log of that. */
function touchedInstead(
  named: NamedResource | undefined,
  seen: readonly SeenChange[],
): NamedResource | undefined {
  const [first, ...others] = [
    ...new Set(seen.flatMap(({ path, from }) => (from === undefined ? path : [from, path]))),
  ]
  if (named?.isPath !== true || first === undefined) return named
  const last = lastName(named.text)
  if ([first, ...others].some((path) => path.split('/').includes(last))) return named
  return { text: `${shorten(first, 120)}${restText(others.length)}`, isAddress: false }
}

function resourceOf(args: JsonObject, unknownAt: readonly string[]): NamedResource | undefined {
  for (const key of RESOURCE_KEYS) {
    if (unknownAt.includes(`/${key}`))
      return { text: `an unknown ${key}`, isAddress: ADDRESS_KEYS.includes(key) }
    const value = ownMember(args, key)
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value)
      return {
        text: shorten(text, 120),
        isAddress: ADDRESS_KEYS.includes(key) || /^https?:/i.test(text),
        ...(PATH_KEYS.includes(key) ? { isPath: true } : {}),
      }
    }
  }
  const names = namesInside(args)
  return names === undefined ? undefined : { text: names, isAddress: false }
}

const PATH_KEYS = ['path', 'file_path', 'filePath', 'file', 'destination']
const ADDRESS_KEYS = ['url', 'to', 'recipient', 'channel']

/** `{entities: [{name: "a"}, {name: "b"}]}` is about "a, b". */
function namesInside(args: JsonObject): string | undefined {
  const lists = Object.values(args).filter((value): value is readonly JsonValue[] => Array.isArray(value))
  const names = lists.flat().flatMap((item) => nameOf(item))
  return names.length === 0 ? undefined : shorten(names.join(', '), 120)
}

function nameOf(item: JsonValue): string[] {
  if (typeof item === 'string') return [item]
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
  const object = item as JsonObject
  const key = [...RESOURCE_KEYS, 'entityName', 'from'].find((each) => typeof object[each] === 'string')
  return key === undefined ? [] : [String(object[key])]
}
