/** Which schemas a member of an object must keep, by its name. */
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import type { PatternSet } from '../pattern/pattern-set.js'
import type { Generation } from './generation.js'
import { stringOfPattern } from './string-of-pattern.js'

export interface MemberSchemas {
  /** All schemas for the member; `false` among them when it is not allowed. */
  of(name: string): Schema[]
  /** A name that no `properties` holds, but that may be allowed. */
  anotherName(generation: Generation, depth: number): string | undefined
  /** How many members to make where none are asked for: one when patterns or a schema describe them. */
  readonly suggested: number
}

/** The member schemas of an object that must keep all parts. */
export function memberSchemasOf(parts: readonly SchemaObject[], patterns: PatternSet): MemberSchemas {
  const known = new Set(parts.flatMap((part) => [...(part.properties?.keys() ?? [])]))
  const sources = parts.flatMap((part) => [...(part.patternProperties?.keys() ?? [])])
  const names = parts.flatMap(({ propertyNames }) => (propertyNames === undefined ? [] : [propertyNames]))
  const describesMore = parts.some((part) => typeof part.additionalProperties === 'object')
  return {
    of: (name) => parts.flatMap((part) => schemasFor(name, part, known, patterns)),
    anotherName: (generation, depth) => anotherName(sources, names, generation, depth),
    suggested: sources.length > 0 || describesMore ? 1 : 0,
  }
}

function schemasFor(
  name: string,
  part: SchemaObject,
  known: ReadonlySet<string>,
  patterns: PatternSet,
): Schema[] {
  const own = part.properties?.get(name)
  const matching = [...(part.patternProperties ?? [])].filter(([source]) => {
    const pattern = patterns.get(source)
    return pattern.kind === 'matcher' && pattern.matches(name)
  })
  const named = [...(own === undefined ? [] : [own]), ...matching.map(([, schema]) => schema)]
  if (named.length > 0) return named
  const unevaluated = known.has(name) ? [] : [part.unevaluatedProperties ?? true]
  return [part.additionalProperties ?? true, ...unevaluated]
}

function anotherName(
  sources: readonly string[],
  names: readonly Schema[],
  generation: Generation,
  depth: number,
): string | undefined {
  const source =
    sources.length === 0 || generation.random.next() < 0.2 ? undefined : generation.random.pick(sources)
  const pattern = source === undefined ? undefined : generation.patterns.get(source)
  if (pattern?.kind === 'matcher') return stringOfPattern(pattern.pattern, 0, Infinity, generation)
  if (names.length === 0) return `${generation.random.pick(WORDS)}${generation.random.integer(1, 99)}`
  const name = generation.make([...names, { type: ['string'] }], { name: 'key', depth })
  return typeof name === 'string' ? name : undefined
}

const WORDS = ['alpha', 'birch', 'cedar', 'delta', 'ember'] as const
