/** Writes a pattern in the syntax of RE2, which matches in time linear in the text and has no other meaning of `\s` or `.`. */
import type { CharacterClass, CharacterRange, Pattern, UnicodeProperty } from './pattern-syntax.js'

/** The pattern for RE2, with the same meaning. */
export function printRe2(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'sequence':
      return `(?:${pattern.items.map(printRe2).join('')})`
    case 'choice':
      return `(?:${pattern.options.map(printRe2).join('|')})`
    case 'repeat':
      return printRepeat(printRe2(pattern.item), pattern.min, pattern.max)
    case 'class':
      return printClass(pattern)
    case 'assertion':
      return ASSERTIONS[pattern.name]
  }
}

/** RE2 refuses counts over 1,000; one after another says the same. */
const MAX_COUNT = 1000

function printRepeat(item: string, min: number, max: number): string {
  if (min > MAX_COUNT)
    return `(?:${item}){${MAX_COUNT}}${printRepeat(item, min - MAX_COUNT, max - MAX_COUNT)}`
  if (max === Infinity) return `(?:${item}){${min},}`
  if (max > MAX_COUNT && min > 0) return `(?:${item}){${min}}${printRepeat(item, 0, max - min)}`
  return max > MAX_COUNT
    ? `(?:${item}){0,${MAX_COUNT}}${printRepeat(item, 0, max - MAX_COUNT)}`
    : `(?:${item}){${min},${max}}`
}

/** `\z` and not `$`: the end of the text, never before a last line feed. */
const ASSERTIONS = { start: '\\A', end: '\\z', 'word-boundary': '\\b', 'no-word-boundary': '\\B' } as const

function printClass({ negated, ranges, properties }: CharacterClass): string {
  if (ranges.length === 0 && properties.length === 0) return negated ? ANY_CHARACTER : NO_CHARACTER
  return `[${negated ? '^' : ''}${ranges.map(printRange).join('')}${properties.map(printProperty).join('')}]`
}

const ANY_CHARACTER = '[\\x{0}-\\x{10ffff}]'
const NO_CHARACTER = `[^\\x{0}-\\x{10ffff}]`

function printRange([first, last]: CharacterRange): string {
  return first === last ? hexadecimal(first) : `${hexadecimal(first)}-${hexadecimal(last)}`
}

function hexadecimal(code: number): string {
  return `\\x{${code.toString(16)}}`
}

function printProperty({ name, negated }: UnicodeProperty): string {
  const value = name.replace(/^(General_Category|gc|Script|sc)=/, '')
  return `\\${negated ? 'P' : 'p'}{${GENERAL_CATEGORIES.get(value) ?? value}}`
}

const GENERAL_CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['Letter', 'L'],
  ['Uppercase_Letter', 'Lu'],
  ['Lowercase_Letter', 'Ll'],
  ['Titlecase_Letter', 'Lt'],
  ['Modifier_Letter', 'Lm'],
  ['Other_Letter', 'Lo'],
  ['Mark', 'M'],
  ['Number', 'N'],
  ['Decimal_Number', 'Nd'],
  ['digit', 'Nd'],
  ['Letter_Number', 'Nl'],
  ['Other_Number', 'No'],
  ['Punctuation', 'P'],
  ['Symbol', 'S'],
  ['Separator', 'Z'],
  ['Space_Separator', 'Zs'],
  ['Other', 'C'],
])
