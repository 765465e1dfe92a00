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
    return ({ isSaid, paths, around }) => {
      return rules.map(({ instruction, fields, phrases, isAtHand }) => {
        const points = fields.map(([field, worth, own]) => [field, worth * own.filter(isSaid).length])
        const isNear = fields.some(([, , own]) => own.some((stem) => around.includes(stem)))
        const context = (isAtHand(paths) ? AT_HAND : 0) + (isNear ? NEAR : 0)
        const keywords = keywordPoints(phrases, isSaid)
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
  const fields: readonly [field: string, worth: number, stems: readonly string[]][] = [
    ['id', 10, tellingStems(name)],
    ['description', 8, tellingStems(description)],
    ['tags', 5, tellingStems(...tags)],
    ['category', 5, tellingStems(...categories)],
    ['sentence', 8, tellingStems(sentence)],
  ]
  const phrases = keywords.map((keyword) => tellingStems(keyword)).filter(({ length }) => length > 0)
  return { instruction, fields, phrases, isAtHand: globMatcher(appliesTo) }
}

/** A word of the message counts once: one word that stands in four keywords is still one word. */
function keywordPoints(keywords: readonly (readonly string[])[], isSaid: (stem: string) => boolean): number {
  const exact = keywords.filter((stems) => stems.every(isSaid))
  const said = new Set(keywords.flat().filter(isSaid))
  for (const stem of exact.flat()) said.delete(stem)
  return EXACT_KEYWORD * new Set(exact.map((stems) => stems.join(' '))).size + KEYWORD * said.size
}

/** Each once; everyday words earn no points. */
function tellingStems(...texts: readonly string[]): readonly string[] {
  const stems = stemsOf(texts.join(' ').replaceAll('_', ' '))
  return [...new Set(stems.filter((stem) => !isEveryday(stem)))]
}
