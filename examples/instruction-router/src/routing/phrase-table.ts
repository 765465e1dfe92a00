/** Finds the phrases of instructions in a message without trying every phrase of every instruction. */
import type { Message } from './message.js'
import { type Phrase, phraseOf, standsIn } from './phrase.js'

export interface FoundPhrase {
  /** Which document's phrase it is. */
  readonly document: number
  readonly phrase: Phrase
  /** True when it stands there word for word; else all of its words stand somewhere. */
  readonly isExact: boolean
}

export interface PhraseTable {
  find(message: Message): readonly FoundPhrase[]
}

/** `phrases` of each document, by its number. */
export function createPhraseTable(phrases: readonly (readonly string[])[]): PhraseTable {
  const byStem = new Map<string, { document: number; phrase: Phrase }[]>()
  for (const [document, texts] of phrases.entries())
    for (const phrase of texts.map(phraseOf)) {
      // A phrase of small words alone, such as "what is up", is found by its first word.
      const key = phrase.stems[0] ?? phrase.words[0]
      if (key === undefined || phrase.words.length > MAX_WORDS) continue
      byStem.set(key, [...(byStem.get(key) ?? []), { document, phrase }])
    }

  return {
    find(message) {
      const found: FoundPhrase[] = []
      for (const key of new Set([...message.weights.keys(), ...message.words]))
        for (const { document, phrase } of byStem.get(key) ?? []) {
          const isExact = standsIn(phrase, message.words)
          if (isExact || (phrase.stems.length > 1 && phrase.stems.every((stem) => message.weights.has(stem))))
            found.push({ document, phrase, isExact })
        }
      return found
    },
  }
}

/** What is longer is a sentence, and is compared word by word. */
const MAX_WORDS = 12
