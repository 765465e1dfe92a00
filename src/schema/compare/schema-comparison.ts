/** What became of the values of a schema when it was replaced by another. */
import type { JsonValue } from '../../base/index.js'
import type { SchemaProblem } from '../compiled-schema.js'

/**
 * `equal` and every certain difference are proved. `narrower`: some values were lost, and none gained; `wider` the other way round;
 * `both`: some were lost and others gained. `unclear`: that could not all be told.
 */
export interface SchemaComparison {
  readonly relation: 'equal' | 'narrower' | 'wider' | 'both' | 'unclear'
  /** Empty when it is proved that both schemas take the same values and declare the same members and defaults. At most 50; sorted by pointer. */
  readonly differences: readonly SchemaDifference[]
}

export interface SchemaDifference {
  /**
   * `narrower`: values that the old schema takes are refused by the new one; `wider` the other way round.
   * `declared`: an object that leaves other members open has a schema for this one now. Formally narrower; nobody who kept to the
   * old schema notices. `undeclared`: the schema of this member is gone, and the object leaves it open.
   * `default`: what a member is where it is left out is another value, or is not said any more. `defaulted`: it is said for the
   * first time.
   */
  readonly change: 'narrower' | 'wider' | 'declared' | 'undeclared' | 'default' | 'defaulted'
  /** False: it could not be told whether any value makes the difference. */
  readonly certain: boolean
  /** JSON Pointer into the value; `*` stands for any item, or for any member that has no schema of its own. */
  readonly pointer: string
  /** The keyword of JSON Schema 2020-12 that makes the difference. */
  readonly keyword: string
  /** A sentence: `"/limit" must be at most 50 now, was at most 100`. */
  readonly message: string
  /** A whole value that one of the two schemas takes and the other refuses; both have checked it. There for every `narrower` and `wider` that is certain. */
  readonly witness?: JsonValue
}

/** Two schemas compared, or which of them cannot be used at all. */
export type ComparisonResult =
  | ({ readonly kind: 'compared' } & SchemaComparison)
  | { readonly kind: 'refused'; readonly which: 'before' | 'after'; readonly problem: SchemaProblem }
