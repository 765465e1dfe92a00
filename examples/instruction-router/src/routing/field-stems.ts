/** The texts of an instruction that are searched, field by field, as stems. */
import { type Instruction, sectionsOf } from '../library/index.js'
import type { Field, FieldStems } from './text-index.js'
import { stemsOf } from './words.js'

interface SearchedField extends Field {
  readonly text: (instruction: Instruction) => string
}

/** A name says most; a long text says a little about many things. */
const SEARCHED: readonly SearchedField[] = [
  { name: 'name', weight: 5, lengthPenalty: 0.2, text: ({ name }) => name },
  { name: 'title', weight: 4, lengthPenalty: 0.3, text: ({ title }) => title },
  { name: 'keywords', weight: 3, lengthPenalty: 0.3, text: ({ keywords }) => keywords.join(' ') },
  { name: 'sentence', weight: 3.5, lengthPenalty: 0.3, text: ({ sentence }) => told(sentence) },
  { name: 'patterns', weight: 3, lengthPenalty: 0.3, text: ({ patterns }) => patterns.join(' ') },
  { name: 'description', weight: 2.5, lengthPenalty: 0.3, text: ({ description }) => description },
  {
    name: 'tags',
    weight: 1.5,
    lengthPenalty: 0.3,
    text: ({ tags, categories }) => [...tags, ...categories].join(' '),
  },
  { name: 'sections', weight: 0.6, lengthPenalty: 0.5, text: (each) => sectionsOf(each).join(' ') },
  {
    name: 'signals',
    weight: 1,
    lengthPenalty: 0.5,
    text: ({ signals }) => signals.success.concat(signals.failure).join(' '),
  },
  { name: 'body', weight: 0.9, lengthPenalty: 0.7, text: ({ body }) => body.slice(0, MAX_BODY) },
]

/** "The user wants to commit" is about committing: who speaks stands in every such sentence, and in many prompts. */
function told(sentence: string): string {
  return sentence.replace(OPENING, ' ')
}

const OPENING =
  /\b(?:when |whenever |if )?(?:the |a )?users?(?: (?:is|has|wants?|needs?|asks?|says?|mentions?|signals?|reports?|requests?|expresses|indicates|would like))?(?: (?:to|about|for|that|how))?\b/gi

const MAX_BODY = 40_000

export const FIELDS: readonly Field[] = SEARCHED

/** Remembered for as long as the instruction is: when one file changes, the others are not read into words again. */
export function fieldStemsOf(instruction: Instruction): FieldStems {
  const known = remembered.get(instruction)
  if (known !== undefined) return known
  const stems = SEARCHED.map(({ text }) => stemsOf(text(instruction)))
  remembered.set(instruction, stems)
  return stems
}

const remembered = new WeakMap<Instruction, FieldStems>()
