/** Words of English texts, and what is left of them when they are compared. */
import { readFileSync } from 'node:fs'
import { stemmer } from 'stemmer'
import { parse } from 'yaml'

const TEXT = readFileSync(new URL('../english.yaml', import.meta.url), 'utf8')
const LISTS: Readonly<Record<'small' | 'everyday' | 'consent' | 'beside_consent' | 'talk', string>> =
  parse(TEXT)

/** A list of `english.yaml`. */
export function wordList(name: keyof typeof LISTS): ReadonlySet<string> {
  return new Set(LISTS[name].split(/\s+/))
}

const SMALL = wordList('small')
const EVERYDAY = new Set([...wordList('everyday')].map((word) => stemmer(word)))

/** In lower case, without what follows an apostrophe: "That's" is "that". */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []
  return words.map((word) => word.replace(/['’].*/, ''))
}

/** The word without its ending; null for a small one, which says nothing. */
export function stemOf(word: string): string | null {
  return word.length < 2 || SMALL.has(word) ? null : stemmer(word)
}

export function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => stemOf(word) ?? [])
}

/** True for what is said about anything: a match of such words alone may be chance. */
export function isEveryday(stem: string): boolean {
  return EVERYDAY.has(stem)
}
