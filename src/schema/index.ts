export type {
  Compilation,
  CompiledSchema,
  Generated,
  SchemaCompiler,
  SchemaIssue,
  SchemaProblem,
} from './compiled-schema.js'
