/** How long the real run would take: only from recordings, never guessed. */
import type { Durations } from '../call/index.js'
import type { LedgerEntry } from './ledger.js'
import type { Estimate } from './report.js'

/**
 * Adds up durations along the longest path of calls that may have waited for each other. Null when not one duration is known.
 * `entries` are in the order of their numbers; `durationsOf` gives what recordings say of a call.
 */
export function estimateDuration(
  entries: readonly LedgerEntry[],
  durationsOf: (entry: LedgerEntry) => Durations | undefined,
): Estimate | null {
  const measured = entries.map(durationsOf).filter((durations) => durations !== undefined)
  if (measured.length === 0) return null
  return {
    p50: longestPath(entries, (entry) => durationsOf(entry)?.p50 ?? 0),
    p90: longestPath(entries, (entry) => durationsOf(entry)?.p90 ?? 0),
    samples: Math.min(...measured.map(({ samples }) => samples)),
    unknown_calls: entries.length - measured.length,
  }
}

/** A call starts when all it may have waited for is over; what it waited for has smaller numbers. */
function longestPath(entries: readonly LedgerEntry[], durationOf: (entry: LedgerEntry) => number): number {
  const endOf = new Map<number, number>()
  // allOverBy[n]: when the calls up to number n are all over.
  const allOverBy = [0]
  for (const entry of entries) {
    const { n } = entry.call
    const end = startOf(entry, endOf, allOverBy) + durationOf(entry)
    endOf.set(n, end)
    allOverBy[n] = Math.max(allOverBy.at(-1) ?? 0, end)
  }
  return Math.round(allOverBy.at(-1) ?? 0)
}

function startOf(
  { before }: LedgerEntry,
  endOf: ReadonlyMap<number, number>,
  allOverBy: readonly number[],
): number {
  if (before.kind === 'these') return Math.max(0, ...before.calls.map((n) => endOf.get(n) ?? 0))
  // A call without an entry is still under way; nothing after it has waited for it.
  return allOverBy.slice(0, before.upTo + 1).findLast((end) => end !== undefined) ?? 0
}
