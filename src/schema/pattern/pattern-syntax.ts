/** What a regular expression (ECMA-262) is made of. */

export type Pattern =
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly item: Pattern; readonly min: number; readonly max: number }
  | CharacterClass
  | { readonly kind: 'assertion'; readonly name: 'start' | 'end' | 'word-boundary' | 'no-word-boundary' }

/** A set of characters: the union of ranges and Unicode properties, or everything but that. */
export interface CharacterClass {
  readonly kind: 'class'
  readonly negated: boolean
  readonly ranges: readonly CharacterRange[]
  readonly properties: readonly UnicodeProperty[]
}

/** Code points, both included. */
export type CharacterRange = readonly [first: number, last: number]

export interface UnicodeProperty {
  /** As written between the braces: "L", "Letter", "Script=Greek". */
  readonly name: string
  readonly negated: boolean
}

const LAST_CODE_POINT = 0x10ffff

export const DIGITS: readonly CharacterRange[] = [[0x30, 0x39]]
export const WORD_CHARACTERS: readonly CharacterRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
export const WHITE_SPACE: readonly CharacterRange[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
export const LINE_ENDS: readonly CharacterRange[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]

/** Every code point outside the ranges. The ranges must be sorted and must not overlap. */
export function complement(ranges: readonly CharacterRange[]): CharacterRange[] {
  const gaps: CharacterRange[] = []
  let next = 0
  for (const [first, last] of ranges) {
    if (first > next) gaps.push([next, first - 1])
    next = last + 1
  }
  return next > LAST_CODE_POINT ? gaps : [...gaps, [next, LAST_CODE_POINT]]
}

/** The class of exactly these ranges. */
export function classOf(ranges: readonly CharacterRange[], negated = false): CharacterClass {
  return { kind: 'class', negated, ranges, properties: [] }
}
