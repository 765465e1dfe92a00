/** The engine that routes by default: BM25F over weighted fields, with phrases, commands and the files at hand. */
import type { Instruction } from '../library/index.js'
import { leastScore } from './chance.js'
import { createCommandTable } from './commands.js'
import { COMMON_WEIGHT, isCommon } from './common-words.js'
import { byScore, type Match, type RoutingContext, type RoutingEngine, scored } from './engine.js'
import { FIELDS, fieldStemsOf } from './field-stems.js'
import { compileGlobs } from './globs.js'
import type { Message } from './message.js'
import { nearStems } from './near-stems.js'
import { type SoughtWord, togetherness } from './passages.js'
import { createPhraseTable, type FoundPhrase } from './phrase-table.js'
import { createTextIndex, type TextIndex } from './text-index.js'
import { createTopicAffinities, type TopicAffinities } from './topic-affinities.js'
import { stemsOf } from './words.js'

const CUT_OFF = 0.5
/** Where even the best match is no more than two or three words, another may be the right one as well. */
const UNSURE = 3.5
const UNSURE_CUT_OFF = 0.35

export const BM25_ENGINE: RoutingEngine = {
  version: 'bm25-1.0',
  description:
    'BM25F over weighted fields, with phrases, commands, relatives of words, topics told by turns of phrase, and typing slips',
  cutOff: CUT_OFF,
  prepare({ instructions, ...rest }) {
    const index = createTextIndex(FIELDS, instructions.map(fieldStemsOf))
    const phrases = createPhraseTable(
      instructions.map(({ keywords, patterns }) => [...keywords, ...patterns]),
    )
    const commands = createCommandTable({ instructions, ...rest })
    const globs = instructions.map(({ appliesTo }) => compileGlobs(appliesTo))
    const affinities = createTopicAffinities(index, instructions.length)
    const prepared = { instructions, index, affinities, phrases, commands, globs }
    return {
      least: (message, best) => {
        const byChance =
          index.rarest * leastScore(message, best, instructions.indexOf(best.instruction), index)
        const cutOff = best.score < UNSURE * index.rarest ? UNSURE_CUT_OFF : CUT_OFF
        return Math.max(byChance, best.score * cutOff)
      },
      match: (message, context) => match(prepared, message, context),
    }
  },
}

interface Prepared {
  readonly instructions: readonly Instruction[]
  readonly index: TextIndex
  readonly affinities: TopicAffinities
  readonly phrases: ReturnType<typeof createPhraseTable>
  readonly commands: ReturnType<typeof createCommandTable>
  readonly globs: readonly ((path: string) => boolean)[]
}

/** A phrase that stands in the message, for each unit of rarity of its words. */
const PHRASE = 0.9
const LOOSE_PHRASE = 0.35
/** A phrase of small words alone, such as "what is next", for each of its words. */
const SMALL_WORD = 0.6
/** A topic that a message tells of without naming it, as much as so many rare words for each unit of clarity above a mere hint. */
const TOPIC = 2.8
/** What one word tells of a topic was right once in eight times on prompts it was not written for; a turn of phrase, every third time. */
const HINT = 0.3
const LEAST_CLEAR = 0.1
/** Where a message has a phrase of some instruction, less is left to guess. */
const NAMED = 0.6
const COMPOUND = 0.8
const COMMAND = 40
/** What scores less than this part of the best is not worth sorting: in a large library that is nearly all. */
const NEAR = 0.1
/** Words that stand together in one passage, beside what each of them counts by itself. */
const TOGETHER = 0.8
const MOST_READ = 20
/** A file at hand, as much as about so many rare words. */
const GLOB = 2.5
const CONTEXT_WORD = 0.25
const URGENCY = { P0: 1.02, P1: 1.01, P2: 1, P3: 0.99 } as const

function match(prepared: Prepared, message: Message, context: RoutingContext): readonly Match[] {
  const { instructions, index } = prepared
  const text = new Float64Array(instructions.length)
  const sought = soughtWords(message, index)
  for (const word of sought) addNear(index, word, text)
  for (const [stem, weight] of message.compounds)
    if (!message.weights.has(stem)) index.addScores(stem, weight * COMPOUND, text)
  const phrase = phraseScores(prepared, message)
  const isNamed = phrase.some((score) => score > 0)
  const topic = topicScores(prepared, message, isNamed ? NAMED * TOPIC : TOPIC)
  const command = commandScores(prepared, message)
  const around = contextScores(prepared, context)
  const total = instructions.map(
    (instruction, n) =>
      (text[n] ?? 0) +
      (topic[n] ?? 0) +
      (phrase[n] ?? 0) +
      (around[n] ?? 0) +
      (command.get(instruction) ?? 0),
  )
  const least = NEAR * total.reduce((best, each) => Math.max(best, each), 0)
  const toRead = leastToRead(total)
  return instructions
    .flatMap((instruction, n) => {
      const sum = total[n] ?? 0
      if (sum <= least) return []
      const parts = {
        text: text[n] ?? 0,
        topic: topic[n] ?? 0,
        phrases: phrase[n] ?? 0,
        passage: sum < toRead ? 0 : TOGETHER * togetherness(sought, instruction, index),
        context: around[n] ?? 0,
        command: command.get(instruction) ?? 0,
      }
      const urgency =
        (parts.text + parts.topic + parts.phrases + parts.passage + parts.context) *
        (URGENCY[instruction.priority] - 1)
      return [scored(instruction, { ...parts, urgency })]
    })
    .filter(({ score }) => score > 0)
    .sort(byScore)
}

function soughtWords({ weights, focus }: Message, index: TextIndex): readonly SoughtWord[] {
  return [...weights].map(([stem, stated]) => ({
    near: nearStems(stem, index),
    weight: stated * (focus.get(stem) ?? 1) * (isCommon(stem) ? COMMON_WEIGHT : 1),
  }))
}

/** Only what comes near the top is read passage by passage. */
function leastToRead(total: readonly number[]): number {
  return total.toSorted((a, b) => b - a)[MOST_READ - 1] ?? 0
}

/** Of a word and what is near it, each document counts the best one only. */
function addNear(index: TextIndex, { near, weight }: SoughtWord, scores: Float64Array): void {
  const [own] = near
  if (near.length === 1 && own !== undefined) {
    index.addScores(own.stem, weight * own.weight, scores)
    return
  }
  const best = new Float64Array(near.length === 0 ? 0 : scores.length)
  for (const each of near) index.raiseScores(each.stem, weight * each.weight, best)
  for (const [n, score] of best.entries()) if (score > 0) scores[n] = (scores[n] ?? 0) + score
}

/** What the message tells of by turns of phrase, and how much each instruction is about that. */
function topicScores(
  { instructions, index, affinities }: Prepared,
  { topics }: Message,
  weight: number,
): Float64Array {
  const scores = new Float64Array(instructions.length)
  for (const [topic, clarity] of topics)
    for (const [n, affinity] of affinities(topic))
      scores[n] = (scores[n] ?? 0) + weight * index.rarest * Math.max(LEAST_CLEAR, clarity - HINT) * affinity
  return scores
}

/** Of the phrases of one instruction the best counts whole, and each further one less: keywords repeat each other. */
function phraseScores({ instructions, phrases, index }: Prepared, message: Message): Float64Array {
  const found = new Map<number, number[]>()
  for (const each of phrases.find(message))
    found.set(each.document, [...(found.get(each.document) ?? []), phraseScore(each, index, message)])
  const scores = new Float64Array(instructions.length)
  for (const [document, values] of found)
    scores[document] = values.sort((a, b) => b - a).reduce((sum, value, n) => sum + value / 2 ** n, 0)
  return scores
}

function phraseScore({ phrase, isExact }: FoundPhrase, index: TextIndex, message: Message): number {
  if (phrase.stems.length === 0) return SMALL_WORD * phrase.words.length
  const rarity = phrase.stems.reduce(
    (sum, stem) =>
      sum + index.rarity(stem) * (message.weights.get(stem) ?? 1) * (message.focus.get(stem) ?? 1),
    0,
  )
  // Small words in a phrase make it more certain, and so does its length.
  const small = SMALL_WORD * Math.max(0, phrase.words.length - phrase.stems.length)
  return isExact ? PHRASE * rarity + (phrase.stems.length > 0 ? small * 0.5 : small) : LOOSE_PHRASE * rarity
}

function commandScores({ commands }: Prepared, message: Message): ReadonlyMap<Instruction, number> {
  const scores = new Map<Instruction, number>()
  for (const [n, command] of message.commands.slice(0, MAX_COMMANDS).entries()) {
    // In the middle of a text it may be a path of a web site: only what a file names counts there.
    const isFirst = n === 0 && message.isCommand
    for (const [instruction, sureness] of commands.meant(command))
      if (isFirst || sureness === 1)
        scores.set(
          instruction,
          Math.max(scores.get(instruction) ?? 0, COMMAND * sureness * (isFirst ? 1 : 0.5)),
        )
  }
  return scores
}

const MAX_COMMANDS = 5

function contextScores({ instructions, globs, index }: Prepared, context: RoutingContext): Float64Array {
  const { files = [], directories = [], branch = '', language = '' } = context
  const scores = new Float64Array(instructions.length)
  const paths = [...files, ...directories.map((folder) => `${folder.replace(/\/+$/, '')}/`)].slice(
    0,
    MAX_PATHS,
  )
  for (const [n, isAbout] of globs.entries()) if (paths.some(isAbout)) scores[n] = GLOB * index.rarest
  for (const stem of new Set(
    stemsOf([branch, language, ...directories.slice(0, MAX_PATHS)].join(' ').slice(0, 2000)),
  ))
    index.addScores(stem, CONTEXT_WORD, scores)
  return scores
}

const MAX_PATHS = 200
