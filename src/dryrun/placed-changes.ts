/** Which call made a change, as far as that can be told. */
import type { ToolCall } from '../call/index.js'
import type { Effects } from '../effects/index.js'
import { callGroups, type IsAfter } from './call-groups.js'
import type { SeenChange } from './copies.js'
import type { CopyLog } from './copy-answerer.js'
import { orderOf } from './doubts.js'
import type { LedgerEntry } from './ledger.js'
import { mergeChanges } from './merge-changes.js'

export interface PlacedChange extends SeenChange {
  readonly server: string
  readonly call: number
  /** Numbers of other calls that were under way meanwhile, and may have made it. */
  readonly sharedWith: readonly number[]
}

/** Calls that were under way together, or one alone, and what changed meanwhile. */
export interface CallGroup {
  readonly calls: readonly LedgerEntry[]
  readonly changes: readonly PlacedChange[]
}

/**
 * In the order in which it happened; `entries` in the order of their numbers. A look after one answer sees what every call did that was
 * under way: those are told apart by who may write, and share what is left, so that nothing hangs on whose answer came first.
 */
export function placeChanges(
  answers: CopyLog['answers'],
  entries: readonly LedgerEntry[],
  effects: Effects,
): readonly CallGroup[] {
  const isAfter = orderOf(entries)
  const turns = new Map([...answers.keys()].map((n, turn) => [n, turn]))
  const byTurn = (a: LedgerEntry, b: LedgerEntry): number =>
    (turns.get(a.call.n) ?? 0) - (turns.get(b.call.n) ?? 0)
  const asked = entries.filter(({ call }) => answers.has(call.n))
  return callGroups(asked, isAfter).map((calls) => ({
    calls,
    changes: authorsAmong(calls, effects, isAfter, byTurn).flatMap(({ authors, looks }) =>
      shared(
        authors,
        looks.map(({ call }) => answers.get(call.n)?.changes ?? []),
      ),
    ),
  }))
}

interface Authors {
  readonly authors: readonly LedgerEntry[]
  /** Calls after whose answers was seen what these did. */
  readonly looks: readonly LedgerEntry[]
}

/** Who may write; all when nobody may. Writers that waited for others did nothing before those were answered. */
function authorsAmong(
  calls: readonly LedgerEntry[],
  effects: Effects,
  isAfter: IsAfter,
  byTurn: (a: LedgerEntry, b: LedgerEntry) => number,
): readonly Authors[] {
  const writers = calls.filter(({ call }) => mayWrite(call, effects))
  if (writers.length === 0) return [{ authors: calls, looks: calls.toSorted(byTurn) }]
  const turns = callGroups(writers, isAfter).map((authors) => ({ authors, looks: [] as LedgerEntry[] }))
  const open = turns.map(({ authors }) => new Set(authors))
  for (const look of calls.toSorted(byTurn)) {
    const at = open.findIndex((left) => left.size > 0)
    turns.at(at)?.looks.push(look)
    for (const left of open) left.delete(look)
  }
  return turns
}

function shared(
  authors: readonly LedgerEntry[],
  looks: readonly (readonly SeenChange[])[],
): readonly PlacedChange[] {
  const [first, ...others] = authors
  if (first === undefined) return []
  const { server, n } = first.call
  const sharedWith = others.map(({ call }) => call.n)
  const seen = looks.filter((changes) => changes.length > 0)
  const changes = seen.length > 1 ? mergeChanges(seen) : seen.flat()
  return changes.map((change) => ({ ...change, server, call: n, sharedWith }))
}

/** Whether anybody's word leaves room for a change. */
export function mayWrite(call: ToolCall, effects: Effects): boolean {
  return effects.footprintOf(call).writes.length > 0
}
