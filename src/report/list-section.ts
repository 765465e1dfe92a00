/** A section that is a list of sentences, the same in every format. */

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

/** The sentence as plain text. */
export function sentenceText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.code)).join('')
}
