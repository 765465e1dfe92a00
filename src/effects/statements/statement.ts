/** A tool that does what a statement in its arguments says: what one call of it does is read from that statement, walked whole. */
import { type JsonObject, pointersOverlap, valueAt } from '../../base/index.js'
import type { Effect } from '../../call/index.js'
import { shellEffect } from './shell-effect.js'

export const STATEMENT_LANGUAGES = ['sql', 'shell', 'http-method'] as const
/** `sql`: as PostgreSQL reads it. `shell`: a line for a POSIX shell. `http-method`: `GET`, `DELETE` and the like (RFC 9110, 9). */
export type StatementLanguage = (typeof STATEMENT_LANGUAGES)[number]

export interface StatementPlace {
  /** JSON Pointer into the arguments. */
  readonly statement: string
  /** Default: `sql`. */
  readonly language?: StatementLanguage | undefined
}

/** What a statement does; `unknown` wherever a part of it is not known to do less. Never throws. */
export type StatementReader = (text: string) => Effect

/** `sql`: from `loadSqlReader`. Without it nobody knows what SQL does. */
export interface StatementReaders {
  readonly sql?: StatementReader | undefined
}

/** What one call does; `unknown` where its statement is missing, is not known yet, or is no text. */
export function statementEffect(
  { statement, language = 'sql' }: StatementPlace,
  args: JsonObject,
  unknownAt: readonly string[],
  { sql }: StatementReaders,
): Effect {
  if (unknownAt.some((place) => pointersOverlap(place, statement))) return 'unknown'
  const text = valueAt(args, statement)
  if (typeof text !== 'string' || text.length > MOST_CHARACTERS) return 'unknown'
  switch (language) {
    case 'sql':
      return sql?.(text) ?? 'unknown'
    case 'shell':
      return shellEffect(text)
    case 'http-method':
      return httpMethodEffect(text)
  }
}

/** Nobody reads along what is longer, and a statement of agents is not. */
const MOST_CHARACTERS = 100_000

/**
 * What a request does by its method.
 * Safe methods read (RFC 9110, 9.2.1), `DELETE` and `PUT` replace or remove what was there (9.3.4, 9.3.5). What `POST` and `PATCH` do,
 * only the server knows.
 */
function httpMethodEffect(method: string): Effect {
  return EFFECTS.get(method.trim().toUpperCase()) ?? 'unknown'
}

const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['OPTIONS', 'read'],
  ['PUT', 'destructive'],
  ['DELETE', 'destructive'],
])
