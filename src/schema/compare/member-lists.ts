/** What objects of several schemas can hold, by name. */
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { isOpen, type Proof } from './proof.js'

export interface MemberLists {
  /** Names that have a schema of their own. */
  readonly names: ReadonlySet<string>
  readonly required: ReadonlySet<string>
  /** All schemas that the member of this name keeps. */
  of(name: string): readonly Schema[]
  /** True when nothing is said of a member of this name, and nothing forbids it. */
  isLeftOpen(name: string): boolean
  /** True when an object can have no members but the named ones. */
  readonly isClosed: boolean
}

/** The members of objects that keep all parts. */
export function memberLists(parts: readonly SchemaObject[], proof: Proof): MemberLists {
  const of = (name: string) => parts.flatMap((part) => schemasOf(part, name, proof))
  const names = new Set(parts.flatMap(({ properties }) => [...(properties?.keys() ?? [])]))
  return {
    names,
    required: new Set(parts.flatMap(({ required = [] }) => required)),
    of,
    isLeftOpen: (name) => !names.has(name) && of(name).length === 0,
    isClosed: parts.some(
      (part) =>
        othersOf(part) === false &&
        (part.patternProperties === undefined || part.patternProperties.size === 0),
    ),
  }
}

/** The schemas that one schema object has for a member. Open ones are left out. */
function schemasOf(part: SchemaObject, name: string, proof: Proof): readonly Schema[] {
  const own = part.properties?.get(name)
  const matching = [...(part.patternProperties ?? [])].flatMap(([source, schema]) =>
    matches(source, name, proof) === false ? [] : [{ source, schema }],
  )
  // Of a pattern that is not checked nobody knows whether it matches: its schema is not counted on.
  const certain = matching
    .filter(({ source }) => matches(source, name, proof) === true)
    .map(({ schema }) => schema)
  const named = own !== undefined || matching.length > 0
  const all = named ? [...(own === undefined ? [] : [own]), ...certain] : [othersOf(part) ?? true]
  return all.filter((schema) => !isOpen(schema))
}

/** Whether a pattern of names matches a name; undefined when the pattern is not checked. */
export function matches(source: string, name: string, { patterns }: Proof): boolean | undefined {
  const pattern = patterns.get(source)
  return pattern.kind === 'matcher' ? pattern.matches(name) : undefined
}

/** The schema of members that have none of their own. Where nothing stands beside it, `unevaluatedProperties` says the same. */
export function othersOf(part: SchemaObject): Schema | undefined {
  if (part.additionalProperties !== undefined) return part.additionalProperties
  return isAlone(part) ? part.unevaluatedProperties : undefined
}

/** True when no keyword beside the members looks at the same object. */
export function isAlone(part: SchemaObject): boolean {
  return [part.ref, part.allOf, part.anyOf, part.oneOf, part.if, part.dependentSchemas].every(
    (keyword) => keyword === undefined,
  )
}
