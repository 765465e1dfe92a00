/**
 * `admit/` measures a schema before anything is built from it; `canonical/` brings every dialect to one form; `check/` holds
 * values against that form; `generate/` makes values of it; `pattern/` compiles its regular expressions for an engine that cannot
 * hang.
 */
export { compareSchemas } from './compare/compare-schemas.js'
export type { ComparisonResult, SchemaComparison, SchemaDifference } from './compare/schema-comparison.js'
export type {
  Compilation,
  CompiledSchema,
  Generated,
  JudgedIssue,
  MemberSearch,
  SchemaCompiler,
  SchemaIssue,
  SchemaProblem,
} from './compiled-schema.js'
export { createSchemaCompiler } from './create-schema-compiler.js'
export { fingerprint } from './fingerprint.js'
export type { SchemaPart } from './print/part-at.js'
export type { TypeText, TypeTextOptions } from './print/typescript.js'
export type { SchemaLimits } from './schema-limits.js'
export { selectDefinition } from './select-definition.js'
