/** How much a match must score, lest it be one by chance: a message may share words with an instruction that it has nothing to do with. */
import { isCommon } from './common-words.js'
import type { Match } from './engine.js'
import type { Message } from './message.js'
import { nearStems } from './near-stems.js'
import { isPrivate } from './private-life.js'
import type { TextIndex } from './text-index.js'

/** In units of the rarest word. `document` is the number of the best match in the index. */
export function leastScore({ weights }: Message, best: Match, document: number, index: TextIndex): number {
  const stems = [...weights.keys()]
  const leisure = stems.filter((stem) => isPrivate(stem) && !index.has(stem)).length
  const least = FLOOR + LEISURE * leisure
  const { text = 0 } = best.breakdown
  if (text <= NEARLY_ALL * best.score || stems.length < SEVERAL) return least
  const words = stems.map((stem) => ({ stem, near: nearStems(stem, index) }))
  const speaking = words.filter(({ near }) => near.some(({ stem }) => index.stands(stem, document)))
  if (speaking.length > 1) return least
  const unknown = words.filter(({ stem, near }) => near.length === 0 && !isCommon(stem))
  return Math.max(least, Math.min(LONE_WORD + unknown.length, CALLED_BY))
}

/** A few common words in common say nothing: about one rare word must be shared. */
const FLOOR = 1
/** Beside a word of private life that no instruction has, a word of work may be one by chance: a cat branches off, too. */
const LEISURE = 2
/** A single word of several may stand in an instruction by chance, the more likely the more of the others stand nowhere ... */
const LONE_WORD = 2
const SEVERAL = 4
/** ... unless the instruction is called by it: then it scores more than this. */
const CALLED_BY = 3.4
const NEARLY_ALL = 0.9
