/** A cue: the pattern of a turn of phrase that tells of a topic. */
import { plainTextOf } from './plain-form.js'

/** What may stand in one place: alternatives, each of some words, or of none. */
type Part = readonly (readonly string[])[]

export interface Cue {
  readonly parts: readonly (Part | typeof GAP)[]
  /** Of how many words it is at least: what one word tells is less certain. */
  readonly length: number
}

const GAP = '…'
const MAX_GAP = 3

/** `(a/b c)` has alternatives, `{name}` is a class of words, `…` stands for up to three words. */
export function parseCue(text: string, classes: ReadonlyMap<string, string>): Cue {
  const parts = [...text.matchAll(/\(([^)]*)\)|\{(\w+)\}|(…)|[^\s(){}…]+/g)].map(
    ([plain, alternatives, name, gap]) => {
      if (gap !== undefined) return GAP
      const meant = name === undefined ? alternatives : classes.get(name)
      return alternativesOf(meant ?? plain)
    },
  )
  while (parts.at(-1) === GAP) parts.pop()
  return { parts, length: parts.reduce((sum, part) => sum + (part === GAP ? 0 : shortest(part)), 0) }
}

/** An empty alternative makes the part optional; one of words that never count is none. */
function alternativesOf(text: string): Part {
  return text.split('/').flatMap((each) => {
    const words = plainTextOf(each)
    return words.length > 0 || each.trim() === '' ? [words] : []
  })
}

function shortest(part: Part): number {
  return Math.min(...part.map((words) => words.length))
}

/** The words that a cue can begin with. */
export function beginningsOf({ parts: [first] }: Cue): readonly string[] {
  return first === undefined || first === GAP ? [] : [...new Set(first.flatMap(([word]) => word ?? []))]
}

/** True when the cue stands in the words, beginning at the given one. */
export function standsAt({ parts }: Cue, words: readonly string[], at: number): boolean {
  return continues(parts, 0, words, at)
}

function continues(parts: Cue['parts'], n: number, words: readonly string[], at: number): boolean {
  const part = parts[n]
  if (part === undefined) return true
  if (part !== GAP)
    return part.some(
      (alternative) =>
        alternative.every((word, k) => words[at + k] === word) &&
        continues(parts, n + 1, words, at + alternative.length),
    )
  for (let left = 0; left <= MAX_GAP && at + left < words.length; left++)
    if (continues(parts, n + 1, words, at + left)) return true
  return false
}
