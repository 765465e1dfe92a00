/** Points and sentences of an instruction: words that stand together in one say more than words scattered over a long text. */
import type { Instruction } from '../library/index.js'
import type { WeightedStem } from './near-stems.js'
import type { TextIndex } from './text-index.js'
import { stemsOf } from './words.js'

/** A word of a message, with what it may mean, and how much it says there. */
export interface SoughtWord {
  readonly near: readonly WeightedStem[]
  readonly weight: number
}

/** The words that stand together in one passage, of the best passage; the rarest of them is not counted: alone it is no company. */
export function togetherness(
  sought: readonly SoughtWord[],
  instruction: Instruction,
  index: Pick<TextIndex, 'rarity'>,
): number {
  let best = 0
  for (const passage of passagesOf(instruction)) {
    let [sum, rarest] = [0, 0]
    for (const { near, weight } of sought) {
      let found = 0
      for (const { stem, weight: nearness } of near)
        if (passage.has(stem)) found = Math.max(found, weight * nearness * index.rarity(stem))
      sum += found
      rarest = Math.max(rarest, found)
    }
    best = Math.max(best, sum - rarest)
  }
  return best
}

/** Remembered for as long as the instruction is: only those are read that come near the top. */
function passagesOf(instruction: Instruction): readonly ReadonlySet<string>[] {
  const known = remembered.get(instruction)
  if (known !== undefined) return known
  const { title, description, sentence, keywords, signals, body } = instruction
  const passages = [
    title,
    description,
    sentence,
    keywords.join(' '),
    ...signals.success,
    ...signals.failure,
    ...body.slice(0, MAX_BODY).split(/\n+/),
  ]
    .map((text) => new Set(stemsOf(text)))
    .filter((stems) => stems.size > 1)
  remembered.set(instruction, passages)
  return passages
}

const MAX_BODY = 40_000
const remembered = new WeakMap<Instruction, readonly ReadonlySet<string>[]>()
