/** Strings that a regular expression should match. Assertions inside are not looked at: whether it matches is tried afterwards. */
import {
  type CharacterClass,
  type CharacterRange,
  complement,
  type Pattern,
  type UnicodeProperty,
} from '../pattern/pattern-syntax.js'
import type { Generation } from './generation.js'

/** The pattern may match anywhere, so an open end is filled up to the least length. */
export function stringOfPattern(pattern: Pattern, min: number, max: number, generation: Generation): string {
  // The more is asked for, the longer the open repetitions become.
  const extra = generation.random.integer(0, 3)
  let text = write(pattern, extra, generation)
  if (length(text) > max) text = write(pattern, 0, generation)
  for (let repeats = 8; length(text) < min && repeats <= min * 2; repeats *= 2)
    text = write(pattern, repeats, generation)
  for (let repeats = min; length(text) < min && repeats <= min * 2; repeats += min)
    text = write(pattern, repeats, generation)
  return length(text) > max && max >= min
    ? [...write(pattern, Math.max(0, min), generation)].slice(0, max).join('')
    : text.padEnd(min, 'a')
}

function length(text: string): number {
  return [...text].length
}

/** `extra` is how often an open repetition goes beyond its least count. */
function write(pattern: Pattern, extra: number, generation: Generation): string {
  generation.spend(0.1)
  switch (pattern.kind) {
    case 'sequence':
      return pattern.items.map((item) => write(item, extra, generation)).join('')
    case 'choice':
      return write(generation.random.pick(pattern.options), extra, generation)
    case 'repeat': {
      const count =
        pattern.min +
        generation.random.integer(
          Math.min(extra >> 1, pattern.max - pattern.min),
          Math.min(extra, pattern.max - pattern.min),
        )
      return Array.from({ length: count }, () => write(pattern.item, extra, generation)).join('')
    }
    case 'class':
      return character(pattern, generation)
    case 'assertion':
      return ''
  }
}

/** Letters and digits where the class has them, then anything that prints, then whatever there is. */
function character({ negated, ranges, properties }: CharacterClass, { random }: Generation): string {
  const listed = [...ranges, ...properties.flatMap(charactersOfProperty)]
  const wanted = negated ? complement(sorted(listed)) : listed
  for (const preferred of PREFERRED) {
    const common = intersection(wanted, preferred)
    const [first, last] = common.length === 0 ? [1, 0] : random.pick(common)
    if (first <= last) return String.fromCodePoint(random.integer(first, last))
  }
  return ''
}

const PREFERRED: readonly (readonly CharacterRange[])[] = [
  [
    [0x30, 0x39],
    [0x61, 0x7a],
  ],
  [[0x20, 0x7e]],
  [
    [0x00, 0xd7ff],
    [0xe000, 0x10ffff],
  ],
]

function sorted(ranges: readonly CharacterRange[]): CharacterRange[] {
  const merged: CharacterRange[] = []
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1)
    if (before !== undefined && first <= before[1] + 1)
      merged[merged.length - 1] = [before[0], Math.max(before[1], last)]
    else merged.push([first, last])
  }
  return merged
}

function intersection(a: readonly CharacterRange[], b: readonly CharacterRange[]): CharacterRange[] {
  return a.flatMap(([first, last]) =>
    b
      .map(([from, to]): CharacterRange => [Math.max(first, from), Math.min(last, to)])
      .filter(([from, to]) => from <= to),
  )
}

/** Of the characters that patterns are usually about, those that have the property, each as a range of its own. */
function charactersOfProperty({ name, negated }: UnicodeProperty): CharacterRange[] {
  const expression = compile(`\\${negated ? 'P' : 'p'}{${name}}`)
  if (expression === undefined) return []
  return [...SAMPLES]
    .filter((character) => expression.test(character))
    .map((character) => {
      const code = character.codePointAt(0) ?? 0
      return [code, code]
    })
}

const SAMPLES =
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.,;:!?@#$%&*+=<>^~|/()[]{}"\'' +
  'äéßøñçÄÉØαβγδΑΒΓжшяЖШЯאבגابتकखगあいうアイウ漢字文書한국어٠١٢०१२ǅʰⅣ½²€£¥©™→∑\u0301\u2028\u00a0\u200d\u{1f600}\n'

function compile(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u')
  } catch {
    // A property that this engine does not know has no samples; the pattern is then not matched and the value is tried again.
    return undefined
  }
}
