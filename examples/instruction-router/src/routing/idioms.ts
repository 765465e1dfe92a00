/** Finds in a message the situations that it tells of by turns of phrase. */
import { IDIOMS } from './idiom-table.js'
import { stemOf, stemsOf, wordsOf } from './words.js'

/** A situation: the stems of which an instruction for it is likely to have one. */
export type Situation = readonly string[]

/** Each situation once, however often the words tell of it. */
export function situationsIn(words: readonly string[]): ReadonlySet<Situation> {
  const found = new Set<Situation>()
  for (const [at, word] of words.entries())
    for (const { parts, situation } of BY_FIRST_WORD.get(word) ?? [])
      if (!found.has(situation) && continues(words, at, parts)) found.add(situation)
  return found
}

interface Idiom {
  /** Words, and gaps between them. */
  readonly parts: readonly string[]
  readonly situation: Situation
}

const GAP = '…'
const MAX_GAP = 3

function continues(words: readonly string[], at: number, parts: readonly string[]): boolean {
  const [part, ...rest] = parts
  if (part === undefined) return true
  if (part !== GAP) return isSame(words[at], part) && continues(words, at + 1, rest)
  for (let left = 1; left <= MAX_GAP; left++) if (continues(words, at + left, rest)) return true
  return false
}

/** Endings are told apart only where a word carries no meaning of its own. */
function isSame(word: string | undefined, part: string): boolean {
  return word === part || (word !== undefined && stemOf(word) === stemOf(part) && stemOf(part) !== undefined)
}

const BY_FIRST_WORD = readIdioms(IDIOMS)

function readIdioms(table: string): ReadonlyMap<string, readonly Idiom[]> {
  const byFirst = new Map<string, Idiom[]>()
  for (const [, phrases = '', meaning = ''] of table.matchAll(/([^:]+):(.+)\n/g)) {
    const situation = [...new Set(stemsOf(meaning))]
    for (const phrase of phrases.split(',')) {
      const parts = phrase
        .split(GAP)
        .flatMap((each, n) => (n === 0 ? wordsOf(each) : [GAP, ...wordsOf(each)]))
      const [first] = parts
      if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), { parts, situation }])
    }
  }
  return byFirst
}
