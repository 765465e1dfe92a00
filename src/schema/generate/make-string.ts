/** Strings: by format, by pattern, or by what the name of the member suggests. */
import type { SchemaObject } from '../canonical/canonical-schema.js'
import type { Generation, Made, Spot } from './generation.js'
import { isPlausible } from './plausible.js'
import { stringOfFormat } from './string-of-format.js'
import { stringOfName } from './string-of-name.js'
import { stringOfPattern } from './string-of-pattern.js'

/** A string of the right length that matches the patterns; undefined when none was hit upon. */
export function makeString(parts: readonly SchemaObject[], spot: Spot, generation: Generation): Made {
  const min = Math.max(0, ...parts.map(({ minLength = 0 }) => minLength))
  const max = Math.min(...parts.map(({ maxLength = Infinity }) => maxLength))
  if (max < min || min > MAX_LENGTH) return undefined
  for (let attempt = 0; attempt < 12; attempt++) {
    generation.spend(1 + Math.ceil(min / 100))
    const value = candidate(parts, spot, min, max, generation)
    if (isPlausible(value, parts) && matches(value, parts, generation)) return value
  }
  return undefined
}

const MAX_LENGTH = 100_000

function candidate(
  parts: readonly SchemaObject[],
  spot: Spot,
  min: number,
  max: number,
  generation: Generation,
): string {
  const formats = parts.flatMap(({ format }) => (format === undefined ? [] : [format]))
  const patterns = parts.flatMap(({ pattern }) =>
    pattern === undefined ? [] : [generation.patterns.get(pattern)],
  )
  const pattern = patterns.length === 0 ? undefined : generation.random.pick(patterns)
  if (pattern?.kind === 'matcher') return stringOfPattern(pattern.pattern, min, max, generation)
  const formatted =
    formats.length === 0
      ? undefined
      : stringOfFormat(generation.random.pick(formats), min, max, generation.random)
  return formatted ?? fitLength(stringOfName(spot.name, generation.random), min, max)
}

/** Cuts or repeats, without cutting a character in two. */
function fitLength(text: string, min: number, max: number): string {
  const characters = [...text]
  while (characters.length < min)
    characters.push(...(characters.length === 0 ? ['a'] : characters.slice(0, min - characters.length)))
  return characters.slice(0, max === Infinity ? undefined : max).join('')
}

function matches(value: string, parts: readonly SchemaObject[], { patterns }: Generation): boolean {
  return parts.every(({ pattern }) => {
    const compiled = pattern === undefined ? undefined : patterns.get(pattern)
    return compiled?.kind !== 'matcher' || compiled.matches(value)
  })
}
