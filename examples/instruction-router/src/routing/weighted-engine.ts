/** The engine that routes by default: weighted fields, phrases, typing slips, and the files at hand. */
import MiniSearch, { type SearchOptions } from 'minisearch'
import type { Instruction } from '../library/index.js'
import { globMatcher, type RoutingContext, type RoutingEngine, scored } from './engine.js'
import type { Message } from './message.js'
import { isEveryday, stemOf, stemsOf, wordsOf } from './words.js'

/** How much a word counts in each field. */
export interface Weights {
  readonly name: number
  readonly description: number
  readonly triggers: number
  readonly body: number
}

export const WEIGHTS: Weights = { name: 3, description: 2, triggers: 3, body: 1 }

export function createWeightedEngine(boost: Weights): RoutingEngine {
  return {
    version: 'bm25-1.0',
    description: 'BM25 over weighted fields, with phrases, typing slips and refusals',
    cutOff: 0.1,
    prepare({ instructions }) {
      const known = new Set<string>()
      const processTerm = (word: string): string | null => {
        const stem = stemOf(word)
        if (stem !== null) known.add(stem)
        return stem
      }
      const index = new MiniSearch({ fields: Object.keys(boost), tokenize: wordsOf, processTerm })
      index.addAll(instructions.map(fieldsOf))
      const globs = instructions.map(({ appliesTo }) => globMatcher(appliesTo))
      const phrases = instructions.map(({ keywords }) =>
        keywords.map(stemsOf).filter((stems) => stems.length > 1),
      )

      return (message, context) => {
        const { query, options } = queryOf(message, context, known)
        const text = new Map<number, number>()
        for (const { id, score, terms } of index.search(query, { ...options, boost: { ...boost } }))
          if (!isChance(terms)) text.set(id, score)
        const paths = [...(context.files ?? []), ...(context.directories ?? []).map((each) => `${each}/`)]
        const isSaid = (stem: string): boolean => message.weights.get(stem) === 1
        return instructions.flatMap((instruction, n) => {
          const score = text.get(n) ?? 0
          const atHand = globs[n]?.(paths) === true ? AT_HAND : 0
          if (score + atHand === 0) return []
          const said = (phrases[n] ?? []).filter((stems) => stems.every(isSaid)).map(({ length }) => length)
          return [
            scored(instruction, {
              text: score,
              phrase: score * PHRASE * Math.max(0, ...said),
              context: atHand,
            }),
          ]
        })
      }
    },
  }
}

export const WEIGHTED_ENGINE = createWeightedEngine(WEIGHTS)

/** A file at hand, as much as a request that names its topic in two words. */
const AT_HAND = 60
const AROUND = 0.25
/** A keyword of several words that all stand in the message, for each of its words. */
const PHRASE = 0.2

function fieldsOf({ id, title, description, keywords, sentence, body }: Instruction, n: number) {
  return { id: n, name: `${id} ${title}`, description, triggers: [...keywords, sentence].join('\n'), body }
}

/** A word that stands nowhere is taken for a slip of one letter, in a long word two, or for the beginning of another. */
function queryOf({ weights }: Message, context: RoutingContext, known: ReadonlySet<string>) {
  const { branch = '', language = '', directories = [] } = context
  const around = stemsOf([branch, language, ...directories].join(' ').slice(0, 2000))
  const isSlip = (stem: string): boolean => stem.length > 4 && !known.has(stem) && !/\d/.test(stem)
  const options: SearchOptions = {
    tokenize: (text) => text.split(' '),
    processTerm: (stem) => stem,
    boostTerm: (stem) => weights.get(stem) ?? AROUND,
    fuzzy: (stem) => (isSlip(stem) ? (stem.length > 7 ? 2 : 1) : false),
    prefix: (stem) => stem.length > 3 && !known.has(stem),
  }
  return { query: [...new Set([...weights.keys(), ...around])].slice(0, MAX_STEMS).join(' '), options }
}

const MAX_STEMS = 400

/** One or two everyday words stand in any text. */
function isChance(terms: readonly string[]): boolean {
  return terms.length < 3 && terms.every(isEveryday)
}
