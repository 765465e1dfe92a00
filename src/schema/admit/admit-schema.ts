/** The gate in front of every schema: size and depth are measured before anything is built from it. */
import { isJsonObject, type JsonValue, kindOf, kindWithArticle } from '../../base/index.js'
import type { SchemaLimits } from '../schema-limits.js'
import type { ProblemLog } from '../schema-problem.js'
import { type Dialect, dialectOf } from './dialect.js'

/** Reports what makes the document inadmissible as a whole, and tells its dialect. Never recurses deeper than the limit. */
export function admitSchema(schema: JsonValue, limits: SchemaLimits, problems: ProblemLog): Dialect {
  if (typeof schema !== 'boolean' && !isJsonObject(schema)) {
    problems.add(
      'SCHEMA_INVALID',
      `A schema must be an object or a boolean, found ${kindWithArticle(kindOf(schema))}`,
      '',
    )
    return '2020-12'
  }
  measure(schema, limits, problems)
  return problems.first === undefined ? dialectOf(schema, problems) : '2020-12'
}

function measure(schema: JsonValue, limits: SchemaLimits, problems: ProblemLog): void {
  let nodes = 0
  let characters = 0
  const visit = (value: JsonValue, depth: number): void => {
    if (problems.first !== undefined) return
    if (typeof value !== 'object' || value === null) {
      characters += typeof value === 'string' ? value.length + 2 : String(value).length
    } else if (depth > limits.maxDepth) {
      problems.add('SCHEMA_TOO_DEEP', `The schema is nested more than ${limits.maxDepth} levels deep`, '')
    } else {
      nodes++
      characters += 2
      for (const [key, child] of Object.entries(value)) {
        characters += key.length + 4
        visit(child, depth + 1)
      }
    }
    if (nodes > limits.maxNodes) tooLarge(problems, `${limits.maxNodes} objects and arrays`)
    if (characters > limits.maxCharacters) tooLarge(problems, `${limits.maxCharacters} characters`)
  }
  visit(schema, 1)
}

function tooLarge(problems: ProblemLog, limit: string): void {
  problems.add('SCHEMA_TOO_LARGE', `The schema has more than ${limit}`, '')
}
