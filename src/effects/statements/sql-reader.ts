import type { JsonValue } from '../../base/index.js'
import { sqlEffect } from './sql-effect.js'
import type { StatementReader } from './statement.js'

/**
 * Reads SQL by PostgreSQL's own grammar, which takes some 60 ms to load. What that does not parse, such as the dialect of another database, is
 * unknown.
 */
export async function loadSqlReader(): Promise<StatementReader> {
  const { loadModule, parseSync } = await import('libpg-query')
  await loadModule()
  return (text) => {
    if (DIFFERS_BY_DATABASE.test(text)) return 'unknown'
    try {
      return sqlEffect(parseSync(text) as unknown as JsonValue)
    } catch {
      // No statement of that grammar, or one that its parser gives up on.
      return 'unknown'
    }
  }
}

/**
 * What other databases read otherwise than PostgreSQL, so that a statement could hide in what it takes for a text or a comment: escapes,
 * `#`, `/*!`, comments in comments, texts between dollars; and what its parser takes for the end.
 */
const DIFFERS_BY_DATABASE = /[\\`#\0]|\$\w*\$|--(?![ \t\r\n]|$)|\/\*[!+]|\/\*[\s\S]*\/\*/
