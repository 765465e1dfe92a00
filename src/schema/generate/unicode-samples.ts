/** A few characters of a Unicode property. */
import type { CharacterRange, UnicodeProperty } from '../pattern/pattern-syntax.js'

/** Of the characters that patterns are usually about, those that have the property, each as a range of its own. */
export function charactersOfProperty({ name, negated }: UnicodeProperty): CharacterRange[] {
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
