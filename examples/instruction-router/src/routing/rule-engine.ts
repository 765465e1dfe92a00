/** The engine of the original: points for every rule that holds, added up. */
import type { Instruction } from '../library/index.js'
import { createCommandTable } from './commands.js'
import { byScore, type RoutingContext, type RoutingEngine, scored } from './engine.js'
import { compileGlobs } from './globs.js'
import type { Message } from './message.js'
import { type Phrase, phraseOf, standsIn } from './phrase.js'
import { stemsOf } from './words.js'

const CUT_OFF = 0.3

export const RULE_ENGINE: RoutingEngine = {
  version: 'durian-0.6',
  description:
    'Points for keywords in id, description, tags, triggers, category and for the files at hand, added up',
  cutOff: CUT_OFF,
  prepare(catalogue) {
    const rules = catalogue.instructions.map(rulesOf)
    const commands = createCommandTable(catalogue)
    return {
      least: (_, best) => Math.max(POINTS.tag, best.score * CUT_OFF),
      match(message, context) {
        const [command] = message.isCommand ? message.commands : []
        const meant = command === undefined ? undefined : commands.meant(command)
        return rules
          .map((each) =>
            scored(each.instruction, {
              ...points(each, message),
              command: POINTS.command * (meant?.get(each.instruction) ?? 0),
              ...contextPoints(each, context),
            }),
          )
          .filter(({ score }) => score > 0)
          .sort(byScore)
      },
    }
  },
}

const POINTS = {
  id: 10,
  description: 8,
  tag: 5,
  keyword: 10,
  exactKeyword: 15,
  category: 5,
  sentenceWord: 8,
  glob: 7,
  language: 5,
  branch: 3,
  directory: 3,
  command: 60,
} as const

/** What an instruction is looked at by, as whole words. */
interface Rules {
  readonly instruction: Instruction
  readonly id: ReadonlySet<string>
  readonly description: ReadonlySet<string>
  readonly tags: ReadonlySet<string>
  readonly category: ReadonlySet<string>
  readonly sentence: ReadonlySet<string>
  readonly keywords: readonly Phrase[]
  readonly isAbout: (path: string) => boolean
}

function rulesOf(instruction: Instruction): Rules {
  const { name, description, tags, categories, sentence, keywords, patterns, appliesTo } = instruction
  return {
    instruction,
    id: new Set(stemsOf(name)),
    description: new Set(stemsOf(description)),
    tags: new Set(stemsOf(tags.join(' '))),
    category: new Set(stemsOf(categories.join(' '))),
    sentence: new Set(stemsOf(sentence)),
    keywords: [...keywords, ...patterns].map(phraseOf),
    isAbout: compileGlobs(appliesTo),
  }
}

/** A word of the message counts once for each rule: one word that stands in four keywords is still one word. */
function points(rules: Rules, message: Message): Readonly<Record<string, number>> {
  const said = [...message.weights].filter(([, weight]) => weight === 1).map(([stem]) => stem)
  const hits = (known: ReadonlySet<string>) => said.filter((stem) => known.has(stem)).length
  const exact = rules.keywords.filter((keyword) => standsIn(keyword, message.words))
  const covered = new Set(exact.flatMap(({ stems }) => stems))
  const partial = said.filter(
    (stem) => !covered.has(stem) && rules.keywords.some(({ stems }) => stems.includes(stem)),
  )
  return {
    id: POINTS.id * hits(rules.id),
    description: POINTS.description * hits(rules.description),
    tags: POINTS.tag * hits(rules.tags),
    keywords: POINTS.exactKeyword * distinct(exact) + POINTS.keyword * partial.length,
    category: POINTS.category * hits(rules.category),
    sentence: POINTS.sentenceWord * hits(rules.sentence),
  }
}

/** Keywords that share all their words with another one say it once. */
function distinct(keywords: readonly Phrase[]): number {
  return new Set(keywords.map(({ stems, words }) => (stems.length > 0 ? stems : words).join(' '))).size
}

function contextPoints(rules: Rules, context: RoutingContext): Readonly<Record<string, number>> {
  const { files = [], directories = [], branch = '', language = '' } = context
  const own = new Set([...rules.id, ...rules.tags, ...rules.category])
  const speaksOf = (text: string) => stemsOf(text.slice(0, 2000)).some((stem) => own.has(stem))
  return {
    globs: files.slice(0, 200).some(rules.isAbout) ? POINTS.glob : 0,
    language: speaksOf(language) ? POINTS.language : 0,
    branch: speaksOf(branch) ? POINTS.branch : 0,
    directories: directories.slice(0, 200).some((each) => rules.isAbout(`${each}/`) || speaksOf(each))
      ? POINTS.directory
      : 0,
  }
}
