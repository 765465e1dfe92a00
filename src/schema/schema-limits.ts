/** What a schema from an untrusted server may ask of us. */

export interface SchemaLimits {
  /** Characters of the schema as JSON text. */
  readonly maxCharacters: number
  /** Levels of arrays and objects. */
  readonly maxDepth: number
  /** Objects and arrays in the whole document. */
  readonly maxNodes: number
  /** Subschemas that the root reaches, each counted once for every dynamic scope it is reached in. */
  readonly maxSubschemas: number
  /** Subschemas directly under one keyword. */
  readonly maxBranches: number
  /** Values of one `enum`. */
  readonly maxEnumValues: number
  /** Steps that one `check` may take; a step is about one keyword held against one value. */
  readonly maxCheckSteps: number
  /** Steps that one `generate` may take unless its caller says otherwise; a step is about one value made. */
  readonly maxGenerateSteps: number
  /** Compiled schemas that a compiler keeps; the one not used for longest goes first. */
  readonly maxCached: number
}

/** Measured against 400 schemas of public servers and the protocol's own: all pass with room to spare. */
export const DEFAULT_SCHEMA_LIMITS: SchemaLimits = {
  maxCharacters: 1_000_000,
  maxDepth: 128,
  maxNodes: 50_000,
  maxSubschemas: 5_000,
  maxBranches: 1_000,
  maxEnumValues: 10_000,
  maxCheckSteps: 10_000_000,
  maxGenerateSteps: 20_000,
  maxCached: 1_000,
}
