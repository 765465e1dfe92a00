/** Phrases that an instruction is known by, looked for in messages. */
import { stemOf, wordsOf } from './words.js'

export interface Phrase {
  /** Its plain words, for phrases of small words such as "what went well". */
  readonly words: readonly string[]
  /** Its words that carry meaning, without repetitions. */
  readonly stems: readonly string[]
}

export function phraseOf(text: string): Phrase {
  const words = wordsOf(text)
  return { words, stems: [...new Set(words.flatMap((word) => stemOf(word) ?? []))] }
}

/** True when the phrase stands in the message, word for word but for endings. */
export function standsIn(phrase: Phrase, said: readonly string[]): boolean {
  const { words } = phrase
  const first = words[0]
  if (first === undefined || words.length > said.length) return false
  for (let at = 0; at + words.length <= said.length; at++)
    if (words.every((word, n) => isSameWord(word, said[at + n] ?? ''))) return true
  return false
}

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const stem = stemOf(a)
  return stem !== undefined && stem === stemOf(b)
}
