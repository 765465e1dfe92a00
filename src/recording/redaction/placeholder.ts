/** What stands where a secret stood. */
import { createHmac } from 'node:crypto'
import { kindOfSecret } from './token-shapes.js'

/**
 * The same text for the same secret and salt, such as `REDACTED_github-token_m_1f2e3d4c5b`: what the secret looked like, how
 * long it was (s up to 16 characters, m up to 64, l up to 256, else xl), and 40 bits of a keyed digest; without a salt no digest,
 * from which a weak secret could be guessed.
 * Only letters, digits, "-" and "_", so that it may stand in JSON, URLs and paths without escapes.
 */
export function placeholderFor(secret: string, salt: string | undefined): string {
  const looks = `REDACTED_${kindOfSecret(secret) ?? 'secret'}_${lengthClass(secret.length)}`
  if (salt === undefined) return looks
  return `${looks}_${createHmac('sha256', salt).update(secret, 'utf8').digest('hex').slice(0, 10)}`
}

function lengthClass(length: number): string {
  if (length <= 16) return 's'
  if (length <= 64) return 'm'
  return length <= 256 ? 'l' : 'xl'
}
