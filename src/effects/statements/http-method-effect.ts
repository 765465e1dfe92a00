/** What a request does by its method. */
import type { Effect } from '../../call/index.js'

/**
 * Safe methods read (RFC 9110, 9.2.1), `DELETE` and `PUT` replace or remove what was there (9.3.4, 9.3.5). What `POST` and `PATCH` do,
 * only the server knows.
 */
export function httpMethodEffect(method: string): Effect {
  return EFFECTS.get(method.trim().toUpperCase()) ?? 'unknown'
}

const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['OPTIONS', 'read'],
  ['PUT', 'destructive'],
  ['DELETE', 'destructive'],
])
