/** What objects of several schemas can hold, by name. */
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { isOpen, type Proof } from './proof.js'

export interface MemberLists {
  /** Names that have a schema of their own. */
  readonly names: ReadonlySet<string>
  readonly required: ReadonlySet<string>
  /** Schemas that the member of this name keeps. */
  of(name: string): readonly Schema[]
  /** True when nothing is said of a member of this name, and nothing forbids it. */
  isLeftOpen(name: string): boolean
  /** True when an object can have no members but the named ones. */
  readonly isClosed: boolean
}

/** The members of objects that keep all parts. What patterns of names say of them is not counted on. */
export function memberLists(parts: readonly SchemaObject[]): MemberLists {
  const of = (name: string) => parts.map((part) => schemaOf(part, name)).filter((schema) => !isOpen(schema))
  const names = new Set(parts.flatMap(({ properties }) => [...(properties?.keys() ?? [])]))
  const hasPatterns = parts.some(({ patternProperties }) => patternProperties !== undefined)
  return {
    names,
    required: new Set(parts.flatMap(({ required = [] }) => required)),
    of,
    isLeftOpen: (name) => !hasPatterns && !names.has(name) && of(name).length === 0,
    isClosed: parts.some((part) => part.patternProperties === undefined && othersOf(part) === false),
  }
}

function schemaOf(part: SchemaObject, name: string): Schema {
  const own = part.properties?.get(name)
  return own ?? (part.patternProperties === undefined ? othersOf(part) : undefined) ?? true
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
