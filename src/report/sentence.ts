/** A sentence in parts: words of ours, and names of others, made safe for a line of text. */
export type Sentence = readonly (string | { readonly code: string })[]

/** The sentence as plain text. */
export function sentenceText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.code)).join('')
}
