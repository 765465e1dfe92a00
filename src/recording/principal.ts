/** Whose credentials a server was given. */
import { createHmac } from 'node:crypto'

/**
 * A name for a set of secrets: the same for the same secrets and salt, and nothing can be learnt from it.
 * `anonymous` when there is none. Whoever changes a secret is somebody else.
 */
export function principalOf(secrets: readonly string[], salt: string): string {
  if (secrets.length === 0) return 'anonymous'
  const sorted = JSON.stringify([...new Set(secrets)].sort())
  return createHmac('sha256', salt).update(`principal ${sorted}`, 'utf8').digest('hex').slice(0, 32)
}
