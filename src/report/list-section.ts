/** A section that is a list of sentences, the same in every format. */
import { restText } from '../base/index.js'
import { safeText } from './safe-text.js'

export interface ListSection {
  readonly title: string
  /** Behind the title: how many, and what becomes of them. */
  readonly count: string
  readonly items: readonly Sentence[]
  /** What is listed, in the plural. */
  readonly noun: string
}

/** A sentence in parts: words of ours, and names of others, made safe for a line of text. */
export type Sentence = readonly (string | { readonly code: string })[]

/** Names of others in a sentence: `a, b and 3 more`. */
export function codeList(names: readonly string[], most: number, width: number): Sentence {
  const shown = names
    .slice(0, most)
    .flatMap((name, i) => [...(i === 0 ? [] : [', ']), { code: safeText(name, width) }])
  return [...shown, restText(names.length - most)]
}

/** The sentence as plain text. */
export function sentenceText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.code)).join('')
}
