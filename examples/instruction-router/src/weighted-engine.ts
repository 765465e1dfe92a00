/** The engine that routes by default: weighted fields, phrases, typing slips, and the files at hand. */
import MiniSearch, { type SearchOptions } from 'minisearch'
import { globMatcher, type RoutingEngine, scored } from './engine.js'
import type { Instruction } from './instruction.js'
import type { Message } from './message.js'
import { isEveryday, stemOf, stemsOf, wordsOf } from './words.js'

/** How much a word counts in each field. */
export const WEIGHTS = { name: 3, description: 2, triggers: 3, body: 1 } as const
export type Weights = Readonly<Record<keyof typeof WEIGHTS, number>>

export function createWeightedEngine(boost: Weights): RoutingEngine {
  return {
    version: 'bm25-1.0',
    description: 'BM25 over weighted fields, with phrases, typing slips and refusals',
    cutOff: 0.1,
    prepare(instructions) {
      const known = new Set<string | null>()
      const processTerm = (word: string): string | null => {
        const stem = stemOf(word)
        known.add(stem)
        return stem
      }
      const index = new MiniSearch({ fields: Object.keys(boost), tokenize: wordsOf, processTerm })
      index.addAll(instructions.map(fieldsOf))
      const files = instructions.map((instruction) => {
        const phrases = instruction.keywords.map(stemsOf).filter(({ length }) => length > 1)
        return { instruction, phrases, isAtHand: globMatcher(instruction.appliesTo) }
      })

      return (message) => {
        const { weights, isSaid, paths, around } = message
        const query = [...new Set([...weights.keys(), ...around])].slice(0, MAX_STEMS).join(' ')
        const found = index.search(query, { ...searchOptions(message, known), boost })
        // An everyday word stands in any text, and so do two where nothing else is said.
        const chance = [...weights.keys()].every(isEveryday) ? 2 : 1
        const isChance = found.every(({ terms }) => terms.length <= chance && terms.every(isEveryday))
        const texts = new Map(isChance ? [] : found.map(({ id, score }) => [id, score]))
        return files.map(({ instruction, phrases, isAtHand }, n) => {
          const text = texts.get(n) ?? 0
          const said = phrases.filter((phrase) => phrase.every(isSaid)).map(({ length }) => length)
          const phrase = text * PHRASE * Math.max(0, ...said)
          return scored(instruction, { text, phrase, context: isAtHand(paths) ? AT_HAND : 0 })
        })
      }
    },
  }
}

/** A file at hand, as much as a request that names its topic in two words. */
const AT_HAND = 60
/** A word of the branch, the language or a folder at hand, beside one of the message. */
const AROUND = 0.25
/** A keyword of several words that all stand in the message, for each of its words. */
const PHRASE = 0.2
const MAX_STEMS = 400

function fieldsOf({ id, title, description, keywords, sentence, body }: Instruction, n: number) {
  return { id: n, name: `${id} ${title}`, description, triggers: [...keywords, sentence].join('\n'), body }
}

/** A word that stands nowhere is taken for a slip of one letter, in a long word two, or for the beginning of another. */
function searchOptions({ weights }: Message, known: ReadonlySet<string | null>): SearchOptions {
  const isSlip = (stem: string): boolean => stem.length > 4 && !known.has(stem) && !/\d/.test(stem)
  return {
    tokenize: (text) => text.split(' '),
    processTerm: (stem) => stem,
    boostTerm: (stem) => weights.get(stem) ?? AROUND,
    fuzzy: (stem) => (isSlip(stem) ? (stem.length > 7 ? 2 : 1) : false),
    prefix: (stem) => stem.length > 3 && !known.has(stem),
  }
}
