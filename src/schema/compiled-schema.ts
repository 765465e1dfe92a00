/** What a JSON Schema can do once it has been admitted. */
import type { JsonValue } from '../base/index.js'
import type { SchemaPart } from './print/part-at.js'
import type { TypeText, TypeTextOptions } from './print/typescript.js'

/** Turns schemas into something that checks and generates. Compiles each distinct schema once. Holds nothing that needs closing. */
export interface SchemaCompiler {
  compile(schema: JsonValue): Compilation
}

export type Compilation =
  | { readonly kind: 'compiled'; readonly schema: CompiledSchema }
  | { readonly kind: 'refused'; readonly problem: SchemaProblem }

/** Why a schema cannot be used: too large, too deep, a reference out of the document, an unknown dialect, not a schema. */
export interface SchemaProblem {
  readonly code:
    | 'SCHEMA_TOO_LARGE'
    | 'SCHEMA_TOO_DEEP'
    | 'SCHEMA_REFERENCE_UNRESOLVED'
    | 'SCHEMA_DIALECT_UNKNOWN'
    | 'SCHEMA_INVALID'
  /** A sentence: what was found, where, and what the limit is. */
  readonly message: string
  /** JSON Pointer into the schema, where known. */
  readonly pointer?: string
}

export interface CompiledSchema {
  readonly dialect: 'draft-07' | '2019-09' | '2020-12'
  /** What no check covers, in sentences: patterns that could not be compiled, unknown formats. Usually empty. */
  readonly unchecked: readonly string[]
  /**
   * Every way the value breaks the schema; empty when it is valid. Never throws. Sorted by pointer, at most 100.
   * A union (`anyOf`, `oneOf`) is one issue, or those of the branch that the value's type or a constant member picks.
   * Where a hostile schema or value makes the work grow without end, it is the first issue found, or one of keyword
   * `complexity` that stands for "could not be checked".
   */
  check(value: JsonValue): readonly SchemaIssue[]
  /** Whether `check` has nothing to say, found out without saying it: much faster where the value breaks the schema. Never throws. */
  holds(value: JsonValue): boolean
  /** As `check`, with what a server may take all the same: a schema says more than many servers look at. */
  judge(value: JsonValue): readonly JudgedIssue[]
  /** Whether values of the schema can have something at a path of names and indexes, as a program reads it. Never throws. */
  findMember(path: readonly (string | number)[]): MemberSearch
  /** A type that has every value of the schema, for code in TypeScript. */
  typeText(options: TypeTextOptions): TypeText
  /** A module that exports it as a schema of Zod under `name`. */
  zodText(name: string): string
  /** What it says of one place, to be part of another schema; undefined where nothing plain is said. Never throws. */
  partAt(path: readonly (string | number)[], prefix: string): SchemaPart | undefined
  /** A value of the schema: the same for the same seed. Every value that leaves has been checked against the schema. */
  generate(options: { readonly seed: string | number; readonly maxSteps?: number }): Generated
}

export interface SchemaIssue {
  /** JSON Pointer into the value; of the missing member for `required`, of the unexpected one for `additionalProperties`. */
  readonly pointer: string
  /** The schema's keyword that says no: `type`, `required`, `enum` … */
  readonly keyword: string
  /** What was wanted: "string", "one of \"a\", \"b\"", "at least 1". */
  readonly expected: string
  /** What stands there: "number", "nothing", "42". Values are shortened. */
  readonly got: string
  /** A sentence that needs no context: `"/content" must be a string, found a number`. */
  readonly message: string
}

export interface JudgedIssue extends SchemaIssue {
  /**
   * Why a server with this schema may take the value all the same, as the rest of a sentence: `some servers fill in its default`.
   * Absent where no server could sensibly take it. Of a value of which one issue has none, that one counts.
   */
  readonly leniency?: string
}

export type Generated =
  | { readonly kind: 'value'; readonly value: JsonValue }
  /** Honest: no value was found within the budget. */
  | { readonly kind: 'unsatisfied'; readonly reason: string }

export type MemberSearch =
  /** It may be there, or nobody knows. */
  | { readonly kind: 'possible' }
  | {
      readonly kind: 'missing'
      /** The step of the path at which there is nothing, from 0. */
      readonly depth: number
      /** True when the schema allows no such member; false when it only does not speak of it. */
      readonly closed: boolean
      /** The names that the schema has there. */
      readonly names: readonly string[]
      /** What stands there: "object", "array", "string", "number", "boolean", "null". */
      readonly types: readonly string[]
    }
