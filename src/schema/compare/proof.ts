/** What the parts of one comparison share. */
import type { JsonValue } from '../../base/index.js'
import { ANNOTATIONS, type Schema } from '../canonical/canonical-schema.js'
import type { PatternSet } from '../pattern/pattern-set.js'
import type { Place, Refusal } from './refusal.js'

/** What it takes to read schemas. */
export interface Reading {
  /** Of all documents, under different names. */
  readonly definitions: ReadonlyMap<string, Schema>
  readonly patterns: PatternSet
  /** Spends steps. @throws RangeError when none are left. */
  spend(steps: number): void
}

export interface Proof extends Reading {
  /** Why values that keep all of `accepted` may break one of `wanted`; empty when it is proved that none does. */
  refusals(accepted: readonly Schema[], wanted: readonly Schema[], place: Place): readonly Refusal[]
  /** True when it is proved that no value keeps all schemas of both lists. */
  isDisjoint(one: readonly Schema[], other: readonly Schema[]): boolean
  /** True when both schemas say the same in the same words. */
  isSame(one: Schema, other: Schema): boolean
  /** Whether a value keeps a schema; undefined when that took too long, or a part of the schema is unchecked. */
  fits(value: JsonValue, schema: Schema): boolean | undefined
}

/** The schema that a reference with nothing beside it leads to. */
export function resolved(schema: Schema, definitions: ReadonlyMap<string, Schema>): Schema {
  let found = schema
  while (typeof found === 'object' && found.ref !== undefined && isNothingBut(found, 'ref'))
    found = definitions.get(found.ref) ?? false
  return found
}

/** True when the schema takes every value, by its looks. */
export function isOpen(schema: Schema | undefined): boolean {
  return schema === undefined || schema === true || (typeof schema === 'object' && isNothingBut(schema, ''))
}

/** True when the schema says nothing of any value but by this keyword. */
function isNothingBut(schema: object, keyword: string): boolean {
  return Object.keys(schema).every((key) => key === keyword || ANNOTATIONS.has(key))
}
