/** What was seen of the conditions of a plan in all of its runs, and which of them never came out the other way. */
import { isJsonObject, isSameJson, type JsonValue } from '../../base/index.js'
import type { WatchedCondition } from '../../sandbox/index.js'
import type { Played } from './played.js'

/** One condition, once decided: the third time in a loop is another one than the first. */
export interface Decision extends WatchedCondition {
  /** The condition, and how often it was decided before in that run. */
  readonly key: string
}

export interface OpenCondition {
  readonly key: string
  readonly id: number
  /** Whether it was met behind a branch alone that the rehearsal did not take. */
  readonly isNew: boolean
  readonly isMoved: boolean
  /** The run to aim from: the first in which it was met. */
  readonly met: Played
  readonly decision: Decision
  /** As it was decided in the other runs. */
  readonly others: readonly { readonly run: Played; readonly decision: Decision }[]
}

export function decisionsOf({ trace }: Played): ReadonlyMap<string, Decision> {
  const known = remembered.get(trace)
  if (known !== undefined) return known
  const counts = new Map<number, number>()
  const decisions = new Map<string, Decision>()
  for (const each of trace.watched?.log ?? []) {
    const before = counts.get(each.id) ?? 0
    counts.set(each.id, before + 1)
    const key = `${each.id}:${before}`
    decisions.set(key, { ...each, key })
  }
  remembered.set(trace, decisions)
  return decisions
}

const remembered = new WeakMap<Played['trace'], ReadonlyMap<string, Decision>>()

/** Names that members of answers have. */
export type AnswerNames = () => ReadonlySet<string>

/**
 * Conditions that moved with the variants and always came out the same. `runs`: the first is the rehearsal as it was. What was met
 * behind a branch that the rehearsal did not take counts as moved: few runs get there, and nothing is known from their being alike.
 */
export function openConditions(runs: readonly Played[], names?: AnswerNames): OpenCondition[] {
  return steadyConditions(runs, names).filter(
    ({ isMoved, isNew, decision }) => isMoved || (isNew && !isOfName(decision)),
  )
}

/** All that came out the same wherever they were met, moved or not. */
export function steadyConditions(
  runs: readonly Played[],
  names: AnswerNames = () => new Set(),
): OpenCondition[] {
  const [base] = runs
  if (base === undefined) return []
  const inBase = decisionsOf(base)
  const outcomes = new Map<number, Set<boolean>>()
  for (const run of runs)
    for (const { id, outcome } of decisionsOf(run).values())
      outcomes.set(id, (outcomes.get(id) ?? new Set()).add(outcome))
  const seen = new Map<string, { readonly run: Played; readonly decision: Decision }[]>()
  for (const run of runs)
    for (const decision of decisionsOf(run).values()) {
      const all = seen.get(decision.key)
      if (all === undefined) seen.set(decision.key, [{ run, decision }])
      else all.push({ run, decision })
    }
  return [...seen.values()].flatMap((all): OpenCondition[] => {
    const [first, ...others] = all
    if (first === undefined || all.some(({ decision }) => isTurned(decision, first.decision))) return []
    const { key, id } = first.decision
    const isNew = !inBase.has(key)
    // A longer list decides as often again: what its first items decide stands for the rest.
    if (isNew && outcomes.get(id)?.size === 2) return []
    const isMoved = others.some(({ decision }) => areMoved(decision, first.decision, names))
    const isHidden = first.decision.operands.some((each) => hasKind(each, 'hidden'))
    return [
      {
        ...{ key, id, isNew, isMoved: isMoved || isHidden },
        met: first.run,
        decision: first.decision,
        others,
      },
    ]
  })
}

/** What was there under a name counts as well: one that was made may take its place. */
function isTurned(one: Decision, other: Decision): boolean {
  return (
    one.outcome !== other.outcome || (one.kind === 'held' && !isSameJson(one.operands[2], other.operands[2]))
  )
}

/**
 * Whether what it hangs on is another one. Names that members of answers have come and go as their schemas say: what is there all the same
 * hangs on none of them, nor does what is asked by a name that stands in the text.
 */
function areMoved(one: Decision, other: Decision, names: AnswerNames): boolean {
  const isThere = one.kind === 'member' && one.outcome && isSameJson(one.operands[1], other.operands[1])
  if (!isThere && !isOfName(one)) return !isSameJson(one.operands, other.operands)
  const [before, after] = [keysOf(one), keysOf(other)]
  const changed = [
    ...before.filter((key) => !after.includes(key)),
    ...after.filter((key) => !before.includes(key)),
  ]
  return changed.some((key) => !names().has(key))
}

function isOfName({ kind }: Decision): boolean {
  return kind === 'name' || kind === 'held'
}

function keysOf({ operands: [keys] }: Decision): readonly string[] {
  return isJsonObject(keys) && Array.isArray(keys.items) ? (keys.items as string[]) : []
}

export function hasKind(operand: JsonValue | undefined, kind: string): boolean {
  return typeof operand === 'object' && operand !== null && 'k' in operand && operand.k === kind
}
