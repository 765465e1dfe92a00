/** Whose credentials came with a request, learnt as they pass. */
import type { HttpHeaders } from '../protocol/index.js'
import { principalOf, type Redactor, secretValues } from '../recording/index.js'

export interface Credentials {
  /** Takes the secrets of a request's headers and query. From now on they are replaced in everything that is recorded. */
  principalOf(headers: HttpHeaders, path: string): string
  redactor(): Redactor
}

/** `given` are the secrets that every request to the server carries; `redactorOf` makes what replaces secrets. */
export function createCredentials(
  given: readonly string[],
  salt: string,
  redactorOf: (secrets: readonly string[]) => Redactor,
): Credentials {
  const known = new Set(given)
  let redactor = redactorOf(given)
  return {
    principalOf(headers, path) {
      const found = secretValues({ ...credentialsIn(headers), url: `http://host${path}` })
      const fresh = found.filter((secret) => !known.has(secret))
      for (const secret of fresh) known.add(secret)
      // Tokens that are renewed every minute must not fill the memory: the oldest that came along go, the given ones stay.
      for (const secret of [...known].slice(given.length, -MAX_KNOWN)) known.delete(secret)
      if (fresh.length > 0) redactor = redactorOf([...known])
      return principalOf([...given, ...found], salt)
    },
    redactor: () => redactor,
  }
}

const MAX_KNOWN = 1000
const CREDENTIAL =
  /^(?:cookie|dpop)$|(?:^|-)(?:auth|authorization|key|apikey)$|token|secret|password|credential/

function credentialsIn(headers: HttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value !== undefined && CREDENTIAL.test(name)
        ? [[name, typeof value === 'string' ? value : value.join(', ')]]
        : [],
    ),
  )
}
