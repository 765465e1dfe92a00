/** The engine of the original: points for every rule that holds, added up. */
import { globMatcher, type RoutingEngine, scored } from './engine.js'
import type { Instruction } from './instruction.js'
import { isEveryday, stemsOf } from './words.js'

export const RULE_ENGINE: RoutingEngine = {
  version: 'durian-0.6',
  description: 'Points for keywords in id, description, tags, triggers, category and for the files at hand',
  cutOff: 0.3,
  prepare(instructions) {
    const rules = instructions.map(rulesOf)
    return ({ weights }, { paths, stems }) => {
      const said = [...weights.keys()].filter((stem) => (weights.get(stem) ?? 0) >= 1)
      return rules.map(({ instruction, fields, phrases, isAtHand }) => {
        const points = fields.map(([field, worth, own]): [string, number] => [
          field,
          worth * said.filter((stem) => own.has(stem)).length,
        ])
        const isNear = stems.some((stem) => fields.some(([, , own]) => own.has(stem)))
        const context = (isAtHand(paths) ? AT_HAND : 0) + (isNear ? NEAR : 0)
        const keywords = keywordPoints(phrases, said)
        return scored(instruction, { ...Object.fromEntries(points), keywords, context })
      })
    }
  },
}

const KEYWORD = 10
const EXACT_KEYWORD = 15
const AT_HAND = 7
const NEAR = 5

function rulesOf(instruction: Instruction) {
  const { name, description, tags, categories, sentence, keywords, appliesTo } = instruction
  /** What a word of the message is worth in each field. */
  const fields: readonly [field: string, worth: number, stems: ReadonlySet<string>][] = [
    ['id', 10, tellingStems(name)],
    ['description', 8, tellingStems(description)],
    ['tags', 5, tellingStems(...tags)],
    ['category', 5, tellingStems(...categories)],
    ['sentence', 8, tellingStems(sentence)],
  ]
  const phrases = keywords.map((keyword) => [...tellingStems(keyword)]).filter(({ length }) => length > 0)
  return { instruction, fields, phrases, isAtHand: globMatcher(appliesTo) }
}

/** A word of the message counts once: one word that stands in four keywords is still one word. */
function keywordPoints(keywords: readonly (readonly string[])[], said: readonly string[]): number {
  const exact = keywords.filter((stems) => stems.every((stem) => said.includes(stem)))
  const covered = new Set(exact.flat())
  const partial = said.filter((stem) => !covered.has(stem) && keywords.some((stems) => stems.includes(stem)))
  return EXACT_KEYWORD * new Set(exact.map((stems) => stems.join(' '))).size + KEYWORD * partial.length
}

/** Everyday words earn no points. */
function tellingStems(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(stemsOf(texts.join(' ').replaceAll('_', ' ')).filter((stem) => !isEveryday(stem)))
}
