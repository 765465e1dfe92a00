/** What one run of the generator shares. */
import type { JsonValue, Random } from '../../base/index.js'
import type { Schema, SchemaDocument } from '../canonical/canonical-schema.js'
import type { PatternSet } from '../pattern/pattern-set.js'
import type { ReferenceHeights } from './reference-heights.js'

export interface Generation {
  readonly document: SchemaDocument
  readonly patterns: PatternSet
  readonly heights: ReferenceHeights
  readonly random: Random
  /** How generous this attempt is; later attempts make smaller values. */
  readonly effort: Effort
  /** Makes a value that should keep all schemas; undefined when none can be made of the choices that were taken. */
  make(schemas: readonly Schema[], spot: Spot): Made
  /** True once half of the steps are spent: from then on nothing is made that need not be there. */
  isRunningLow(): boolean
  /** Spends steps. @throws RangeError when none are left. */
  spend(steps: number): void
}

export interface Effort {
  /** Chance of an optional member, below `maxDepth`. */
  readonly optional: number
  /** Levels of the value at which it still grows freely. */
  readonly maxDepth: number
  /** Which types to make where a schema names none: those its keywords describe, or every one that it allows. */
  readonly types: 'expected' | 'allowed'
  /** Chance to take an example or default of the schema. */
  readonly hints: number
}

/** Where a value will stand. */
export interface Spot {
  /** Name of the member, or of the nearest member above an item. */
  readonly name: string
  /** Levels above it. */
  readonly depth: number
}

/** A value, or that none can be made here. JSON has no undefined. */
export type Made = JsonValue | undefined
