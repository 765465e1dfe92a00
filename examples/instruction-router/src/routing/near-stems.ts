/** What a message may mean by a word: the word, its relatives, and for one that stands nowhere, those that look like it. */
import { isCommon } from './common-words.js'
import type { TextIndex } from './text-index.js'
import { TOPICS } from './topics/index.js'
import { RELATIVE_WEIGHT, relativesOf } from './word-relations.js'

export interface WeightedStem {
  readonly stem: string
  readonly weight: number
}

/** The first is the word itself, where it stands somewhere. */
export function nearStems(stem: string, index: TextIndex): readonly WeightedStem[] {
  const relatives = relativesOf(stem)
    .filter((each) => index.has(each))
    .map((each) => ({ stem: each, weight: RELATIVE_WEIGHT }))
  if (index.has(stem)) return [{ stem, weight: 1 }, ...relatives]
  return relatives.length > 0 ? relatives : lookalikes(stem, index)
}

const BEGINNING_WEIGHT = 0.7
const TYPO_WEIGHT = 0.6
const TWO_SLIPS_WEIGHT = 0.45
const MAX_LOOKALIKES = 5
/** Among short words too many are one slip away: a leek is no leak. */
const MIN_TYPO = 5
const MIN_TWO_SLIPS = 7

function lookalikes(stem: string, index: TextIndex): WeightedStem[] {
  // A word that people use is no slip: a mess is no message, and who renders is no reader.
  if (!/^\p{L}+$/u.test(stem) || isCommon(stem) || TOPICS.words.has(stem)) return []
  const longer = stem.length < 4 ? [] : index.stemsBeginning(stem)
  if (longer.length > 0)
    return longer.slice(0, MAX_LOOKALIKES).map((each) => ({ stem: each, weight: BEGINNING_WEIGHT }))
  if (stem.length < MIN_TYPO) return []
  const near = [-1, 0, 1]
    .flatMap((difference) => index.stemsOfLength(stem.length + difference))
    .filter((each) => each[0] === stem[0] || each[1] === stem[1])
    .filter((each) => isOneSlipAway(stem, each))
  if (near.length > 0 || stem.length < MIN_TWO_SLIPS)
    return near.slice(0, MAX_LOOKALIKES).map((each) => ({ stem: each, weight: TYPO_WEIGHT }))
  return [-2, -1, 0, 1, 2]
    .flatMap((difference) => index.stemsOfLength(stem.length + difference))
    .filter((each) => each.length >= MIN_TWO_SLIPS && each[0] === stem[0] && areTwoSlipsAway(stem, each))
    .slice(0, MAX_LOOKALIKES)
    .map((each) => ({ stem: each, weight: TWO_SLIPS_WEIGHT }))
}

/** After the first slip there is one more at most. */
export function areTwoSlipsAway(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    isOneSlipAway(restA.slice(1), restB.slice(1)) ||
    isOneSlipAway(restA.slice(1), restB) ||
    isOneSlipAway(restA, restB.slice(1)) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && isOneSlipAway(restA.slice(2), restB.slice(2)))
  )
}

/** One letter more, less or other, or two letters in the wrong order. */
export function isOneSlipAway(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  const shorter = Math.min(a.length, b.length)
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}
