/** The door of this module: from an untrusted schema to one that checks and generates. */
import { digest, type JsonValue } from '../base/index.js'
import { admitSchema } from './admit/admit-schema.js'
import type { Dialect } from './admit/dialect.js'
import { canonicalise } from './canonical/canonicalise.js'
import { refuseEndlessReferences } from './canonical/reference-loops.js'
import { compileDocument } from './compile-document.js'
import type { Compilation, SchemaCompiler } from './compiled-schema.js'
import { createRecentCache } from './recent-cache.js'
import { DEFAULT_SCHEMA_LIMITS, type SchemaLimits } from './schema-limits.js'
import { createProblemLog, type ProblemLog } from './schema-problem.js'

/**
 * Creates a compiler. Equal schemas are compiled once and shared, as long as they are among the `maxCached` used last.
 * `compile` never throws and fetches nothing. It is quick to admit or refuse; the code that checks is made at the first check.
 */
export function createSchemaCompiler(limits: Partial<SchemaLimits> = {}): SchemaCompiler {
  const all = { ...DEFAULT_SCHEMA_LIMITS, ...limits }
  const cache = createRecentCache<Compilation>(all.maxCached)
  return {
    compile(schema) {
      const problems = createProblemLog()
      const dialect = admitSchema(schema, all, problems)
      if (problems.first !== undefined) return refusal(problems)
      return cache.get(schemaKey(schema), () => compile(schema, dialect, all, problems))
    },
  }
}

/** The text and not only the meaning: the order of members decides the order in which a seed makes them. */
function schemaKey(schema: JsonValue): string {
  return digest(JSON.stringify(schema))
}

function compile(
  schema: JsonValue,
  dialect: Dialect,
  limits: SchemaLimits,
  problems: ProblemLog,
): Compilation {
  const document = canonicalise(schema, dialect, limits, problems)
  if (problems.first === undefined) refuseEndlessReferences(document, problems)
  return problems.first === undefined
    ? { kind: 'compiled', schema: compileDocument(document, dialect, limits) }
    : refusal(problems)
}

function refusal({ first }: ProblemLog): Compilation {
  return {
    kind: 'refused',
    problem: first ?? { code: 'SCHEMA_INVALID', message: 'The schema cannot be used' },
  }
}
