/** "Did you mean": the known names that look most like a given one. */
import { byText } from './text-order.js'

/** Comparing takes the product of both lengths; names come from servers and programs. */
const MAX_LENGTH = 256

/**
 * At most three names within a third of the given name's length in edits (at least one edit, two from four letters on),
 * nearest first; upper and lower case count as equal. Names of more than 256 characters are like no other.
 */
export function nearestNames(name: string, known: Iterable<string>): string[] {
  if (name.length > MAX_LENGTH) return []
  const limit = name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3))
  return [...known]
    .filter((candidate) => candidate.length <= MAX_LENGTH)
    .map((candidate) => ({
      candidate,
      distance: editDistance(name.toLowerCase(), candidate.toLowerCase(), limit),
    }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || byText(a.candidate, b.candidate))
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** A hint with the names that may have been meant, as they are to be shown; nothing where there are none. */
export function didYouMean(near: readonly string[]): string | undefined {
  return near.length === 0 ? undefined : `did you mean ${near.join(' or ')}?`
}

/** `didYouMean` as the end of a sentence, which may be empty. */
export function orDidYouMean(near: readonly string[]): string {
  return near.length === 0 ? '' : `; ${didYouMean(near)}`
}

/** Damerau-Levenshtein distance (adjacent swaps count once); stops early and returns limit + 1 when it must be more. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (beforeLast[j - 2] ?? 0) + 1
          : Infinity
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution, swap))
    }
    if (Math.min(...row) > limit) return limit + 1
    beforeLast = last
    last = row
  }
  return last[b.length] ?? limit + 1
}
