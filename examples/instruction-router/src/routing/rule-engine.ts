/** The engine of the original: points for every rule that holds, added up. */
import type { Instruction } from '../library/index.js'
import { globMatcher, type RoutingContext, type RoutingEngine, scored } from './engine.js'
import type { Message } from './message.js'
import { isEveryday, stemsOf } from './words.js'

export const RULE_ENGINE: RoutingEngine = {
  version: 'durian-0.6',
  description: 'Points for keywords in id, description, tags, triggers, category and for the files at hand',
  cutOff: 0.3,
  prepare({ instructions }) {
    const rules = instructions.map(rulesOf)
    return (message, context) =>
      rules
        .map((each) =>
          scored(each.instruction, { ...points(each, message), ...contextPoints(each, context) }),
        )
        .filter(({ score }) => score > 0)
  },
}

const POINTS = { id: 10, description: 8, tags: 5, category: 5, sentence: 8 } as const
const KEYWORD = 10
const EXACT_KEYWORD = 15

type Field = keyof typeof POINTS

function rulesOf(instruction: Instruction) {
  const { name, description, tags, categories, sentence, keywords, appliesTo } = instruction
  const fields: Record<Field, string> = {
    id: name.replace(/_/g, ' '),
    description,
    tags: tags.join(' '),
    category: categories.join(' ').replace(/_/g, ' '),
    sentence,
  }
  return {
    instruction,
    fields: Object.entries(fields).map(([field, text]) => ({
      points: POINTS[field as Field],
      field,
      stems: tellingStems(text),
    })),
    keywords: keywords.map((keyword) => [...tellingStems(keyword)]).filter((stems) => stems.length > 0),
    isAtHand: globMatcher(appliesTo),
  }
}

type Rules = ReturnType<typeof rulesOf>

/** A word of the message counts once for each rule: one word that stands in four keywords is still one word. */
function points({ fields, keywords }: Rules, { weights }: Message): Record<string, number> {
  const said = [...weights].filter(([, weight]) => weight === 1).map(([stem]) => stem)
  const exact = keywords.filter((stems) => stems.every((stem) => weights.has(stem)))
  const covered = new Set(exact.flat())
  const partial = said.filter((stem) => !covered.has(stem) && keywords.some((stems) => stems.includes(stem)))
  const distinct = new Set(exact.map((stems) => stems.join(' '))).size
  return {
    ...Object.fromEntries(
      fields.map(({ field, points: each, stems }) => [
        field,
        each * said.filter((stem) => stems.has(stem)).length,
      ]),
    ),
    keywords: EXACT_KEYWORD * distinct + KEYWORD * partial.length,
  }
}

function contextPoints({ fields, isAtHand }: Rules, context: RoutingContext): Record<string, number> {
  const { files = [], directories = [], branch = '', language = '' } = context
  const speaksOf = (text: string): boolean =>
    [...tellingStems(text.slice(0, 2000))].some((stem) => fields.some(({ stems }) => stems.has(stem)))
  return {
    globs: isAtHand(files) ? 7 : 0,
    language: speaksOf(language) ? 5 : 0,
    branch: speaksOf(branch) ? 3 : 0,
    directories: isAtHand(directories.map((each) => `${each}/`)) || speaksOf(directories.join(' ')) ? 3 : 0,
  }
}

/** Everyday words earn no points. */
function tellingStems(text: string): ReadonlySet<string> {
  return new Set(stemsOf(text).filter((stem) => !isEveryday(stem)))
}
